import { expect, test } from 'vitest'
import { contextOf, draftOf } from '@/test/comments/screening'
import { trapRule } from './rules'

test('who fills in what nobody sees writes spam', () => {
  expect(trapRule(draftOf('Hello'), contextOf({ trap: 'https://spam.example' }))?.verdict).toBe(
    'spam',
  )
})

test('an empty field, and one of spaces, say nothing', () => {
  expect(trapRule(draftOf('Hello'), contextOf())).toBeUndefined()
  expect(trapRule(draftOf('Hello'), contextOf({ trap: '  ' }))).toBeUndefined()
})
