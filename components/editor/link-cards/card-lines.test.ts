import { ensureSyntaxTree } from '@codemirror/language'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findLinkCards } from '@/lib/markdown/parse-post-markdown'
import { cpuTimeMs } from '@/test/cpu-time-ms'
import { cardScene, shownCards } from '@/test/editor/card-scene'
import { isNightly } from '@/test/nightly'
import { changesOneParagraph, findBlocks, findCardLines } from './card-lines'

const cardsIn = (text: string) => findCardLines(cardScene(text)).map(({ card }) => card.url)

/** Lines that open, close, nest and interrupt blocks. */
const line = fc.constantFrom(
  ...[
    '',
    '',
    '',
    'words',
    'https://a.example/',
    'https://b.example/x',
    '<https://c.example/>',
    '::link-card{url="https://d.example/"}',
  ],
  ...[
    '```',
    '~~~~',
    '- item',
    '  more',
    '    indented',
    '1. one',
    '> quote',
    '<!--',
    '-->',
    '<pre>',
    '</pre>',
    '# heading',
    '---',
    '| a |',
    '  ```',
  ],
)

test('finds no card that the page does not show', { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 14 }), (lines) => {
      const shown = findLinkCards(lines.join('\n'))
      for (const url of cardsIn(lines.join('\n'))) expect(shown, lines.join('\n')).toContain(url)
    }),
    {
      seed: 1,
      numRuns: isNightly ? 3_000 : 100,
      examples: [
        [['1. one', '  ```', '::link-card{url="https://d.example/"}', '', 'https://b.example/x']],
        [['1. ```', '  ```', 'https://b.example/x']],
      ],
    },
  )
})

test('a change of one paragraph changes no other block', () => {
  const piece = fc.constantFrom('a', '\n', '\n\n', '-', '- ', '`', '# ', '| - |', '    ', '![', 'h')
  const edit = fc.record({ at: fc.nat(200), deleted: fc.nat(3), insert: piece })
  let changed = 0
  fc.assert(
    fc.property(fc.array(line, { minLength: 3, maxLength: 14 }), edit, (lines, edited) => {
      const before = cardScene(lines.join('\n')).update({}).state
      const from = edited.at % (before.doc.length + 1)
      const to = Math.min(from + edited.deleted, before.doc.length)
      const transaction = before.update({ changes: { from, to, insert: edited.insert } })
      if (!changesOneParagraph(transaction)) return
      changed += 1
      const { changes, state } = transaction
      const mapped = findBlocks(before).map((block) => ({
        name: block.name,
        from: changes.mapPos(block.from, -1),
        to: changes.mapPos(block.to, 1),
      }))
      expect(mapped, state.doc.toString()).toEqual(
        findBlocks(cardScene(state.doc.toString())).map(({ name, from, to }) => ({
          name,
          from,
          to,
        })),
      )
    }),
    { numRuns: isNightly ? 20_000 : 1_000 },
  )
  expect(changed).toBeGreaterThan(10)
})

test('finds every card between paragraphs, headings and closed code', { timeout: 120_000 }, () => {
  const block = fc.constantFrom(
    ...[
      'words\nmore',
      '# heading',
      '```js\nhttps://x.example\n\n```',
      '> quote',
      '- a\n- b',
      '- a\n\n  b',
      '<!-- c\n\nd -->',
      '<div>\n</div>',
      '---',
    ],
    ...[
      'https://a.example/',
      'https://b.example/',
      '<https://c.example/>',
      '::link-card{url="https://d.example/" title="a"}',
    ],
  )
  fc.assert(
    fc.property(fc.array(block, { maxLength: 12 }), (blocks) => {
      const text = blocks.join('\n\n')
      expect([...new Set(cardsIn(text))], text).toEqual(findLinkCards(text))
    }),
    { numRuns: isNightly ? 1_000 : 100 },
  )
})

test('returns the position of each card', () => {
  const text = 'a\n\nhttps://a.example/\n\n::link-card{url="https://b.example/" image="false"}'
  for (const { from, to, card } of findCardLines(cardScene(text)))
    expect(text.slice(from, to)).toContain(card.url)
})

test('finds the 500 cards of a post of 1 MB within a frame of each keystroke', () => {
  const paragraph = `${'A sentence of a post. '.repeat(90)}\n\n`
  let state = cardScene(
    Array.from({ length: 500 }, (_, n) => `${paragraph}https://a.example/${n}\n\n`).join(''),
  )
  // Parses the whole text first, with a generous limit for a busy machine.
  ensureSyntaxTree(state, state.doc.length, 30_000)
  const times = Array.from({ length: 20 }, () =>
    cpuTimeMs(() => {
      state = state.update({
        changes: { from: Math.floor(state.doc.length / 2), insert: 'x' },
      }).state
      expect(shownCards(state)).toHaveLength(500)
    }),
  )
  expect(Math.min(...times)).toBeLessThan(16)
})
