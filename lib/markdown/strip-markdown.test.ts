import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cpuTimeMs } from '@/test/cpu-time-ms'
import { isNightly } from '@/test/nightly'
import { stripMarkdown } from './strip-markdown'

test.each([
  ['## A *heading* with `code`', 'A heading with code'],
  ['- one\n- [x] two\n1. three', 'one two three'],
  [
    'See [this page](https://a.example/b "title") and ![a tree](/tree.webp).',
    'See this page and a tree.',
  ],
  ['```ts\nconst a = 1\n```', 'const a = 1'],
  ['> quoted\n\n---\n\n**bold** and snake_case', 'quoted bold and snake_case'],
  ['| a | b |\n|---|---|\n| 1 | 2 |', 'a b 1 2'],
  ['<figure class="x"><b>word</b></figure>', 'word'],
  ['::link-card{url="https://a.example" title="A title"}', 'A title'],
  ['::link-card{url="https://a.example" title="A {title} &amp; more"}', 'A {title} & more'],
  ['::link-card{url="https://a.example" image="false"}\n\nwords', 'words'],
  ['::link-card{title="no address"}', '::link-card{title="no address"}'],
  ['One <!-- <b>hidden</b> --> two <!-- open', 'One two <!-- open'],
  ['a | b\n--- | :--:\n1 | 2\n\n|---|', 'a b 1 2'],
  ['> [!NOTE]\n> Mind the gap.', 'Mind the gap.'],
  ['Said[^1] so.\n\n[^1]: A note', 'Said so.'],
])('converts %j to %j', (markdown, text) => {
  expect(stripMarkdown(markdown)).toBe(text)
})

test.each(['[', '![', '<a ', '](', '*', '`', '::link-card{', '|-', '- ', '[^', '\\'])(
  'strips a long text of %j in time',
  (mark) => {
    expect(msToStrip(mark.repeat(50_000 / mark.length))).toBeLessThan(500)
  },
)

/** Fragments for patterns: marks, contents, and text that does not end them. */
const pieces = [
  '[',
  ']',
  '](',
  ')',
  '!',
  '<a ',
  '</',
  '<!--',
  '-->',
  '>',
  '*',
  '_',
  '`',
  '```',
  '~~~',
  '\\',
  '#',
  '|',
  '-',
  '|-',
  ':',
  '1.',
  '^',
  '"',
  '::link-card{',
  'title="',
  '}',
  'x',
  'é',
  ' ',
  '\t',
  '\n',
  '\n\n',
]

test.each([
  ['', ' ', 'x'],
  ['', '|-', 'x'],
  ['', '<!--', ''],
  ['::link-card{', ' title="x"', ''],
  ['::link-card{', '"', ''],
])('strips %j, then %j repeated, then %j in time', (first, mark, last) => {
  expect(msToStrip(first + mark.repeat(50_000 / mark.length) + last)).toBeLessThan(500)
})

test('strips any other repetition in time', { timeout: 120_000 }, () => {
  const few = fc.array(fc.constantFrom(...pieces), { maxLength: 3 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(few, few, few, (first, mark, last) => {
      fc.pre(mark !== '')
      expect(msToStrip(first + mark.repeat(50_000 / mark.length) + last)).toBeLessThan(500)
    }),
    { numRuns: isNightly ? 500 : 100, interruptAfterTimeLimit: 60_000 },
  )
})

const msToStrip = (markdown: string) => cpuTimeMs(() => stripMarkdown(markdown))
