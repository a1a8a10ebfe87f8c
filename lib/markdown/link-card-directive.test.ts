import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuTimeMs } from '@/test/cpu-time-ms'
import { readLinkCardDirective, writeLinkCardDirective } from './link-card-directive'
import { findLinkCards } from './parse-post-markdown'

const url = 'https://a.example/b?c=1&d=2'

/** Text with more quotes, braces, line breaks and references than any real text. */
const hostileText = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      '"',
      "'",
      '{',
      '}',
      '&',
      '&amp;',
      '&quot;',
      '\n',
      '\r',
      '\t',
      '=',
      '<',
      '>',
      '`',
      '\\',
      '::',
      '\u2028',
      '😀',
    ),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  ),
})

test('reads any card as it was written, on one line, and with the parser of posts', () => {
  fc.assert(
    fc.property(
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.option(hostileText, { nil: undefined }),
      fc.option(hostileText, { nil: undefined }),
      fc.boolean(),
      (url, title, description, image) => {
        const card = {
          url,
          ...(title && { title }),
          ...(description !== undefined && { description }),
          image,
        }
        const line = writeLinkCardDirective(card)
        expect(line).not.toMatch(/[\r\n\u2028\u2029]/)
        expect(readLinkCardDirective(line)).toEqual(card)
        expect(findLinkCards(`before\n\n${line}\n\nafter`)).toEqual([url])
      },
    ),
  )
})

describe('reads other spellings', () => {
  test.each([
    ['::link-card{url=https://a.example/b}', { url: 'https://a.example/b', image: true }],
    [`::link-card{ url='${url}'  image="false" }  `, { url, image: false }],
    [
      `::link-card{title="a &quot;b&quot; &#x263a;&#58;" url="${url}"}`,
      { url, title: 'a "b" ☺:', image: true },
    ],
    [`::link-card{url="${url}" title="" description=""}`, { url, description: '', image: true }],
    [`::link-card{url="${url}" title="a } b"}`, { url, title: 'a } b', image: true }],
  ])('%s', (line, card) => {
    expect(readLinkCardDirective(line)).toEqual(card)
  })
})

test.each([
  '::link-card',
  '::link-card{}',
  '::link-card{title="a"}',
  '::link-card{url="javascript:alert(1)"}',
  '::link-card{url="/posts/a"}',
  '::link-card{url="https://"}',
  `::link-card{url="${url}"} and words`,
  `:::link-card{url="${url}"}`,
  `:link-card{url="${url}"}`,
  `::link-cards{url="${url}"}`,
  `::link-card{url="${url}" "}`,
])('does not read %s as a card', (line) => {
  expect(readLinkCardDirective(line)).toBeUndefined()
  expect(findLinkCards(line)).toEqual([])
})

test('reads a line of half a megabyte quickly', () => {
  const readLine = () => {
    for (const unit of ['a', '"', '{', "'", ' a=', '&amp;'])
      readLinkCardDirective(`::link-card{${unit.repeat(500_000)}`)
  }
  expect(cpuTimeMs(readLine)).toBeLessThan(200)
})
