import { expect, test } from 'vitest'
import { editedPostInput } from './edited-post'

const whole = {
  base: 1,
  slug: 'a',
  title: 'A',
  summary: '',
  tags: [],
  cover: '',
  coverAlt: '',
  content: 'Words.',
}
const errorCodeOf = (fields: object) =>
  editedPostInput.safeParse({ ...whole, ...fields }).error?.issues[0]?.path[0]

test.each([
  ['a NUL in the text', { content: 'a\0b' }, 'content'],
  ['half of a surrogate pair', { title: 'a\uD800' }, 'title'],
  ['a title of two lines', { title: 'a\nb' }, 'title'],
  ['a title of 301 characters', { title: 'x'.repeat(301) }, 'title'],
  ['a slug with a slash', { slug: 'a/b' }, 'slug'],
  ['a cover that is a script', { cover: 'javascript:alert(1)' }, 'cover'],
  ['a cover with a protocol-relative URL', { cover: '//evil.example/a.png' }, 'cover'],
  ['a protocol-relative URL with a backslash', { cover: '/\\evil.example/a.png' }, 'cover'],
  ['a canonical URL that is a script', { canonical: 'javascript:alert(1)' }, 'canonical'],
  ['a canonical URL that is a path', { canonical: '/relative' }, 'canonical'],
  ['an incomplete canonical URL', { canonical: 'https://' }, 'canonical'],
  ['31 tags', { tags: Array.from({ length: 31 }, (_, index) => `tag${index}`) }, 'tags'],
  ['an invalid revision', { base: -1 }, 'base'],
])('rejects %s and names the field', (_, fields, field) => {
  expect(errorCodeOf(fields)).toBe(field)
})

test('accepts any script and empty text, and keeps Markdown byte for byte', () => {
  const content = '\n\r\n  # Ünïcode\t\u200b \u{1F600}\r\n'
  expect(
    editedPostInput.parse({
      ...whole,
      slug: '',
      title: '  日本\u0301 ',
      tags: ['b', ' a', 'b', ''],
      cover: '/images/1.png',
      content,
    }),
  ).toEqual({
    ...whole,
    slug: '',
    title: '日本\u0301',
    tags: ['b', 'a'],
    cover: '/images/1.png',
    content,
  })
})
