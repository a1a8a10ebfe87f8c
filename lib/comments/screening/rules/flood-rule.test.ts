import { expect, test } from 'vitest'
import { contextOf, draftOf } from '@/test/comments/screening'
import { floodRule } from './flood-rule'

const verdict = (known: Parameters<typeof contextOf>[0]) =>
  floodRule(draftOf('Hello'), contextOf(known))?.verdict

test('the thirty-first newcomer within ten minutes is held, and the thirtieth is not', () => {
  expect(verdict({ isNewcomer: true, newcomers: 29 })).toBeUndefined()
  expect(verdict({ isNewcomer: true, newcomers: 30 })).toBe('pending')
})

test('a network that was seen before passes through any flood', () => {
  expect(verdict({ isNewcomer: false, newcomers: 31, isFlooded: true })).toBeUndefined()
})

test('a flood calms when half as many come', () => {
  expect(verdict({ isNewcomer: true, newcomers: 20, isFlooded: true })).toBe('pending')
  expect(verdict({ isNewcomer: true, newcomers: 14, isFlooded: true })).toBeUndefined()
})
