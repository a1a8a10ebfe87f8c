import { expect, test } from 'vitest'
import { contextOf, draftOf } from '@/test/comments/screening'
import { moderationRule } from './rules'

test('holds new comments and edits if all comments are moderated', () => {
  for (const kind of ['new', 'edit'] as const) {
    expect(moderationRule(draftOf('Hello'), contextOf({ kind, moderation: 'all' }))?.verdict).toBe(
      'pending',
    )
  }
  expect(moderationRule(draftOf('Hello'), contextOf())).toBeUndefined()
})

test('in the mode “trusted”, holds only comments of readers without an approved one', () => {
  const verdictFor = (isTrusted: boolean) =>
    moderationRule(draftOf('Hello'), contextOf({ moderation: 'trusted', isTrusted }))?.verdict
  expect(verdictFor(false)).toBe('pending')
  expect(verdictFor(true)).toBeUndefined()
})
