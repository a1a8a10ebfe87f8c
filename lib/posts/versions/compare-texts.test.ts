import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spentMs } from '@/test/spent-ms'
import { type ComparedLine, compareTexts } from './compare-texts'

const shown = (lines: ComparedLine[]) =>
  lines.map((line) => {
    if (line.kind === 'skipped') return `… ${line.lines}`
    const text = line.pieces
      .map((piece) => (piece.isChanged ? `[${piece.text}]` : piece.text))
      .join('')
    return `${{ same: ' ', before: '-', after: '+' }[line.kind]}${text}`
  })

test('the same text has no difference', () => {
  expect(compareTexts('a\nb', 'a\nb')).toEqual([])
})

test('a line that was reworded is compared word by word, and what both have far from it is left out', () => {
  const lines = Array.from({ length: 20 }, (_, number) => `line ${number}`)
  const before = [...lines, 'The cat sat.', ...lines].join('\n')
  expect(shown(compareTexts(before, before.replace('cat', 'dog')))).toEqual([
    '… 17',
    ' line 17',
    ' line 18',
    ' line 19',
    '-The [cat] sat.',
    '+The [dog] sat.',
    ' line 0',
    ' line 1',
    ' line 2',
    '… 17',
  ])
})

test('lines that came and lines that went stand where they were', () => {
  expect(shown(compareTexts('one\ntwo\nthree\n', 'two\nthree\nfour\n'))).toEqual([
    '-one',
    ' two',
    ' three',
    '+four',
  ])
})

test('either text can be read off the comparison of short ones', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b c', 'b d', ''), { maxLength: 5 })
    .map((lines) => `${lines.join('\n')}\n`)
  const side = (lines: ComparedLine[], other: 'before' | 'after') =>
    lines
      .flatMap((line) =>
        line.kind === 'skipped' || line.kind === other
          ? []
          : [`${line.pieces.map((piece) => piece.text).join('')}\n`],
      )
      .join('')
  fc.assert(
    fc.property(text, text, (before, after) => {
      fc.pre(before !== after)
      const lines = compareTexts(before, after)
      expect([side(lines, 'after'), side(lines, 'before')]).toEqual([before, after])
    }),
  )
})

test('two megabytes that have nothing in common are shown within seconds, cut', () => {
  const text = (word: string) =>
    Array.from({ length: 40_000 }, (_, number) => `${word} ${(number * 7919) % 40_009} words`).join(
      '\n',
    )
  let lines = 0
  expect(spentMs(() => (lines = compareTexts(text('old'), text('new')).length))).toBeLessThan(5_000)
  expect(lines).toBeLessThanOrEqual(2_001)
})
