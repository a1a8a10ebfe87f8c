import { expect, test } from 'vitest'
import { contextOf, draftOf } from '@/test/comments/screening'
import { firstLinkRule } from './rules'

test('raises a doubt about a link in the first comment of a new network', () => {
  expect(
    firstLinkRule(draftOf('See https://a.example'), contextOf({ isNewcomer: true }))?.verdict,
  ).toBe('published')
})

test('accepts comments without links, links to the blog and known networks', () => {
  expect(firstLinkRule(draftOf('Hello'), contextOf({ isNewcomer: true }))).toBeUndefined()
  expect(
    firstLinkRule(draftOf('https://blog.example.org/a'), contextOf({ isNewcomer: true })),
  ).toBeUndefined()
  expect(firstLinkRule(draftOf('See https://a.example'), contextOf())).toBeUndefined()
})
