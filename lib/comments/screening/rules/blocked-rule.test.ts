import { expect, test } from 'vitest'
import { compileBlocklist } from '@/lib/comments/screening/blocklist'
import { blockOf, contextOf, draftOf } from '@/test/comments/screening'
import { blockedRule } from './rules'

const blocklist = compileBlocklist([
  blockOf('word', 'casino'),
  blockOf('word', 'viagra', { verdict: 'spam' }),
  blockOf('network', 'key-of-a-network', { verdict: 'spam' }),
])

test('the gravest of what is met counts, and is named', () => {
  const finding = blockedRule(draftOf('casino and viagra'), contextOf({ blocklist }))
  expect(finding).toEqual({ verdict: 'spam', reason: 'It has the blocked word “viagra”.' })
})

test('of a network nothing is said but that it is blocked', () => {
  const finding = blockedRule(
    draftOf('Hello'),
    contextOf({ blocklist, networkKeys: ['key-of-a-network'] }),
  )
  expect(finding).toEqual({ verdict: 'spam', reason: 'It came from a blocked network.' })
})

test('what meets nothing passes', () => {
  expect(
    blockedRule(draftOf('Hello'), contextOf({ blocklist, networkKeys: ['another'] })),
  ).toBeUndefined()
})
