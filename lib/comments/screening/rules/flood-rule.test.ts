import { expect, test } from 'vitest'
import { contextOf, draftOf } from '@/test/comments/screening'
import { floodRule } from './rules'

const verdict = (known: Parameters<typeof contextOf>[0]) =>
  floodRule(draftOf('Hello'), contextOf(known))?.verdict

test('holds the 31st new network within ten minutes, but not the 30th', () => {
  expect(verdict({ isNewcomer: true, newcomers: 29 })).toBeUndefined()
  expect(verdict({ isNewcomer: true, newcomers: 30 })).toBe('pending')
})

test('accepts a known network during a flood', () => {
  expect(verdict({ isNewcomer: false, newcomers: 31 })).toBeUndefined()
})
