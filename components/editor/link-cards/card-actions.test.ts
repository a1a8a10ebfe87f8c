import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cardScene } from '@/test/editor/card-scene'
import { moveCard } from './card-actions'
import { findBlocks, findCardLines } from './card-lines'

const url = 'https://a.example/b'
const wordsOf = (text: string) =>
  findBlocks(cardScene(text)).map(({ from, to }) => text.slice(from, to))

function move(text: string, where: 'up' | 'down' | number) {
  const state = cardScene(text)
  const moved = moveCard(state, text.indexOf(url), where)
  return (
    moved && {
      text: state.update({ changes: moved.changes }).state.doc.toString(),
      from: moved.from,
    }
  )
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
      const cards = findCardLines(cardScene(moved.text))
      // Two lists that become one may leave no valid position between their items.
      expect(cards.map(({ from }) => from)).toEqual([moved.from])
      expect(moved.text.slice(moved.from)).toMatch(url)
    }),
    { numRuns: 500 },
  )
})

test('restores the position after a move up and down', () => {
  const text = `One.\n\n- a\n\n- b\n\n${url}\n\nTwo.\n`
  const up = move(text, 'up')
  expect(up?.text).toBe(`One.\n\n${url}\n\n- a\n\n- b\n\nTwo.\n`)
  expect(move(up?.text ?? '', 'down')?.text).toBe(text)
})

test('does not move the first card up or the last card down', () => {
  expect(move(`${url}\n\nWords.`, 'up')).toBeUndefined()
  expect(move(`Words.\n\n${url}`, 'down')).toBeUndefined()
})
