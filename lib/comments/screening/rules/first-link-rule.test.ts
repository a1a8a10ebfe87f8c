import { expect, test } from 'vitest'
import { contextOf, draftOf } from '@/test/comments/screening'
import { firstLinkRule } from './rules'

test('a link in the first words of an unseen network is a doubt', () => {
  expect(
    firstLinkRule(draftOf('See https://a.example'), contextOf({ isNewcomer: true }))?.verdict,
  ).toBe('published')
})

test('no link, a link to the blog itself, and a network that was seen before say nothing', () => {
  expect(firstLinkRule(draftOf('Hello'), contextOf({ isNewcomer: true }))).toBeUndefined()
  expect(
    firstLinkRule(draftOf('https://blog.example.org/a'), contextOf({ isNewcomer: true })),
  ).toBeUndefined()
  expect(firstLinkRule(draftOf('See https://a.example'), contextOf())).toBeUndefined()
})
