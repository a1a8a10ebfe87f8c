import { expect, test } from 'vitest'
import { contextOf, draftOf } from '@/test/comments/screening'
import { trapRule } from './rules'

test('marks a comment with a filled honeypot as spam', () => {
  expect(trapRule(draftOf('Hello'), contextOf({ trap: 'https://spam.example' }))?.verdict).toBe(
    'spam',
  )
})

test('accepts an empty or blank honeypot', () => {
  expect(trapRule(draftOf('Hello'), contextOf())).toBeUndefined()
  expect(trapRule(draftOf('Hello'), contextOf({ trap: '  ' }))).toBeUndefined()
})
