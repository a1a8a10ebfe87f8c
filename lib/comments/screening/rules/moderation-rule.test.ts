import { expect, test } from 'vitest'
import { contextOf, draftOf } from '@/test/comments/screening'
import { moderationRule } from './rules'

test('where all is moderated, what is new and what is changed is held', () => {
  for (const kind of ['new', 'edit'] as const) {
    expect(moderationRule(draftOf('Hello'), contextOf({ kind, moderation: 'all' }))?.verdict).toBe(
      'pending',
    )
  }
  expect(
    moderationRule(draftOf('Hello'), contextOf({ kind: 'import', moderation: 'all' })),
  ).toBeUndefined()
  expect(moderationRule(draftOf('Hello'), contextOf())).toBeUndefined()
})
