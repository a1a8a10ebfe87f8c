import { describe, expect, test } from 'vitest'
import { commentEditInput, commentInput } from './comment-input'

const nameOf = (author_name: string) =>
  commentInput.safeParse({ slug: 'a', content: 'b', author_name })
const contentOf = (content: string) => commentEditInput.safeParse({ content })

describe('content', () => {
  test.each([
    '',
    ' \n\t',
    '\u3164',
    '\uFFA0\u115F\u1160',
    '\u2800\u2800',
    '\u200B\u2060\uFEFF',
    '\u00AD',
    '\uFE0F',
    '>',
    '> >\n>',
    '-',
    '* * *',
    '1.',
    '&nbsp;',
    '&#x3164;',
    '&zwnj;&shy;',
    '\\\n\\\n&nbsp;',
    '[](https://a.example)',
    '[&nbsp;](https://a.example)',
    '**&nbsp;**',
    '` `',
    '```\n```',
    '```\n\n\u2800\n```',
  ])('rejects the invisible content %j', (content) => {
    expect(contentOf(content).error?.issues).toEqual([
      expect.objectContaining({ message: 'Enter some text.', path: ['content'] }),
    ])
  })

  // The renderer removes most of the blank lines, so these do not exceed its limit of lines.
  test.each(['>', '-', '[](https://a.example)'])(
    'refuses %j before and after 450 line breaks',
    (content) => {
      expect(contentOf(`${content}${'\n'.repeat(450)}${content}`).error?.issues).toEqual([
        expect.objectContaining({ message: 'Enter some text.' }),
      ])
    },
  )

  test.each([
    '.',
    '👍',
    '❤️',
    '---',
    '***',
    '#',
    '<br>',
    '`a`',
    '> a',
    '1',
    '[x](javascript:a)',
    '\u200Fא',
    '𝕏',
    'می\u200Cخواهم',
  ])('accepts %j unchanged', (content) => {
    expect(contentOf(content).data?.content).toBe(content)
  })

  test('converts vertical tabs, form feeds, NEL and Unicode separators to line breaks', () => {
    expect(contentOf('a\vb\fc\u0085d\u2028e\u2029f\r\ng\rh\v\v').data?.content).toBe(
      'a\nb\nc\nd\ne\nf\ng\nh',
    )
  })

  test('keeps the indentation of the first line and drops surrounding blank lines', () => {
    expect(contentOf('\n  \n  - a\n  - b\n \n').data?.content).toBe('  - a\n  - b')
    expect(contentOf('\n  a \n').data?.content).toBe('a')
  })
})

describe('name', () => {
  test.each([
    '\u3164',
    '\uFFA0',
    '\u115F\u1160',
    '\u2800',
    '\u200B',
    '\u200C\u200D',
    '\u00AD',
    '\u200E',
    '\u0301',
    ' \u00A0 ',
    '\u{E0041}',
  ])('rejects the invisible name %j', (name) => {
    expect(nameOf(name).error?.issues).toEqual([
      expect.objectContaining({ message: 'Enter some text.', path: ['author_name'] }),
    ])
  })

  test.each([
    ['\uFEFFA\u200Bd\u2060a\uFEFF', 'Ada'],
    ['\u200F \u202Bרות\u202C\u200E ', 'רות'],
    ['\u2068Ada Lovelace\u2069', 'Ada Lovelace'],
    ['Ada\u0085\v', 'Ada'],
    ['علی\u200Cرضا', 'علی\u200Cرضا'],
    ['👩\u200D🚀', '👩\u200D🚀'],
  ])('cleans %j to %j', (given, name) => {
    expect(nameOf(given).data?.author_name).toBe(name)
  })

  test('rejects direction marks within a name', () => {
    expect(nameOf('Ada\u202EecalevoL').success).toBe(false)
  })

  test('cleans 60,000 spaces in linear time', () => {
    expect(nameOf(`a${' '.repeat(60_000)}b`).success).toBe(false)
  })
})
