import { expect, test } from 'vitest'
import { blockOf, contextOf, draftOf } from '@/test/comments/screening'
import { blockedRule } from './rules'

const blocks = [
  blockOf('word', 'casino'),
  blockOf('word', 'viagra', { verdict: 'spam' }),
  blockOf('network', 'key-of-a-network', { verdict: 'spam' }),
]

test('returns the strictest match and names it', () => {
  const finding = blockedRule(draftOf('casino and viagra'), contextOf({ blocks }))
  expect(finding).toEqual({
    verdict: 'spam',
    reason: 'The comment contains the blocked word “viagra”.',
  })
})

test('does not reveal the key of a blocked network', () => {
  const finding = blockedRule(
    draftOf('Hello'),
    contextOf({ blocks, networkKeys: ['key-of-a-network'] }),
  )
  expect(finding).toEqual({ verdict: 'spam', reason: 'The comment came from a blocked network.' })
})

test('returns undefined without a match', () => {
  expect(
    blockedRule(draftOf('Hello'), contextOf({ blocks, networkKeys: ['another'] })),
  ).toBeUndefined()
})
