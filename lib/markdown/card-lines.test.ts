import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cardLines } from './find-link-cards'
import { linkCardUrl } from './link-card'
import { parsePostMarkdown } from './parse-post-markdown'

const cards = (markdown: string) =>
  parsePostMarkdown(markdown).children.flatMap((block) => linkCardUrl(block) ?? [])

const link = fc.constantFrom(
  'https://a.example/',
  '<https://a.example/>',
  '  https://a.example/',
  '\thttps://a.example/',
  '::link-card{url="https://a.example/"}',
)
const other = fc.constantFrom(
  ...[
    '',
    '',
    '',
    'words',
    '- item',
    '  more',
    '> quote',
    '```',
    '~~~',
    '    ```',
    '  ```',
    '   ```',
    '- ```',
    '<pre>',
    '</pre>',
    '<div>',
    '<!--',
    '-->',
    '[a]:',
    '===',
    '---',
  ],
  ...['| a |', '| - |', '[^1]: note', '1. one', '# Heading', 'https://b.example/ and words'],
)
const line = fc.oneof({ weight: 1, arbitrary: link }, { weight: 3, arbitrary: other })

test('texts with equal card lines have the same cards', () => {
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 12 }),
      fc.nat(),
      other,
      (lines, at, instead) => {
        const changed = lines.with(at % lines.length, instead)
        fc.pre(cardLines(lines.join('\n')) === cardLines(changed.join('\n')))
        expect(cards(changed.join('\n'))).toEqual(cards(lines.join('\n')))
      },
    ),
    { seed: 1, numRuns: 3_000 },
  )
})

test('ignores text that is not next to links', () => {
  const text = (words: string) => `${words}\n\nhttps://a.example/\n\n${words}, and more.`
  expect(cardLines(text('Some words'))).toBe(cardLines(text('Others')))
  expect(cardLines('https://a.example/\n\nwords')).not.toBe(cardLines('https://a.example/\nwords'))
})
