import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newSlug } from './post'
import { correctSlug, followsTitle, slugFromTitle } from './post-slug'

describe('slugFromTitle', () => {
  test.each([
    ['Hello, World!', 'hello-world'],
    ['Crème brûlée à la Ångström', 'creme-brulee-a-la-angstrom'],
    ['Straße, Œuvre, Łódź, Þór', 'strasse-oeuvre-lodz-thor'],
    ['Don’t panic: it’s 42', 'dont-panic-its-42'],
    ['日本語の題名', '日本語の題名'],
    ['Привет, мир', 'привет-мир'],
    ['हिन्दी में', 'हिन्दी-में'],
    ['ﬁne — print', 'fine-print'],
    ['🎉🎉', 'untitled'],
    ['', 'untitled'],
    ['--a--', 'a'],
  ])('converts %j to %j', (title, slug) => {
    expect(slugFromTitle(title)).toBe(slug)
  })

  test('returns a valid slug for any title', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        (title) => newSlug.safeParse(slugFromTitle(title)).success,
      ),
    )
  })

  test('cuts between words, or within the first word if it is too long', () => {
    expect(slugFromTitle(`${'word '.repeat(40)}`)).toBe(`${'word-'.repeat(15)}word`)
    expect([...slugFromTitle('語'.repeat(300))]).toHaveLength(80)
  })
})

test('followsTitle accepts only the slug of the title, with or without a number', () => {
  expect(
    ['hello', 'hello-2', 'hello-there', 'hello-2-3', 'other'].filter((slug) =>
      followsTitle(slug, 'Hello!'),
    ),
  ).toEqual(['hello', 'hello-2'])
})

test.each([
  ['A new  Post!', 'A-new-Post-', 'A-new-Post'],
  ['--a__b..c', 'a_b.c', 'a_b.c'],
  ["it's ", 'its-', 'its'],
  ['日本 語', '日本-語', '日本-語'],
  ['readme.md', 'readme.md', 'readme'],
])('corrects the slug %j during typing and when it is complete', (typed, during, complete) => {
  expect(correctSlug(typed, false)).toBe(during)
  expect(correctSlug(typed, true)).toBe(complete)
})
