import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findBlocks } from './find-blocks'
import { findCardLines } from './find-card-lines'
import { moveCard, placeBeside } from './move-card'

const url = 'https://a.example/b'
const blocksOf = (text: string) => findBlocks(text.split('\n'))
const wordsOf = (text: string) => blocksOf(text).map(({ from, to }) => text.slice(from, to))

function move(text: string, place: number | undefined): { text: string; from: number } | undefined {
  const moved =
    place === undefined
      ? undefined
      : moveCard((from, to) => text.slice(from, to), blocksOf(text), text.indexOf(url), place)
  if (!moved) return undefined
  const changed = moved.changes.reduceRight(
    (now, { from, to, insert }) => now.slice(0, from) + insert + now.slice(to),
    text,
  )
  return { text: changed, from: moved.from }
}

test('keeps a moved card a card, and all other blocks in order', () => {
  const block = fc.constantFrom(
    'Words\nand more.',
    '# Heading',
    '- a\n\n- b',
    '```\ncode\n\ncode\n```',
    '> quote',
    '1. one\n2. two',
  )
  const texts = fc.tuple(
    fc.array(block, { maxLength: 5 }),
    fc.array(block, { maxLength: 5 }),
    fc.nat(12),
    fc.constantFrom('', '\n', '\n\n'),
  )
  fc.assert(
    fc.property(texts, ([before, after, place, end]) => {
      const text = [...before, url, ...after].join('\n\n') + end
      const moved = move(text, place)
      if (!moved) return
      const others = (words: string[]) => words.filter((one) => one !== url).join('\n\n')
      expect(others(wordsOf(moved.text))).toBe(others(wordsOf(text)))
      const cards = findCardLines(moved.text.split('\n'))
      // Two lists that become one may leave no valid position between their items.
      expect(cards.map(({ from }) => from)).toEqual([moved.from])
      expect(moved.text.slice(moved.from)).toMatch(url)
    }),
    { numRuns: 500 },
  )
})

test('restores the position after a move up and down', () => {
  const text = `One.\n\n- a\n\n- b\n\n${url}\n\nTwo.\n`
  const up = move(text, placeBeside(blocksOf(text), text.indexOf(url), 'up'))
  expect(up?.text).toBe(`One.\n\n${url}\n\n- a\n\n- b\n\nTwo.\n`)
  const down = move(up?.text ?? '', placeBeside(blocksOf(up?.text ?? ''), up?.from ?? 0, 'down'))
  expect(down?.text).toBe(text)
})

test('does not move the first card up or the last card down', () => {
  expect(placeBeside(blocksOf(`${url}\n\nWords.`), 0, 'up')).toBeUndefined()
  expect(placeBeside(blocksOf(`Words.\n\n${url}`), 8, 'down')).toBeUndefined()
})
