import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cpuTimeMs } from '@/test/cpu-time-ms'
import { type ComparedLine, compareTexts } from './compare-texts'

const shown = (lines: ComparedLine[]) =>
  lines.map((line) => {
    if (line.kind === 'skipped') return `… ${line.lines}`
    const text = line.pieces
      .map((piece) => (piece.isChanged ? `[${piece.text}]` : piece.text))
      .join('')
    return `${{ same: ' ', before: '-', after: '+' }[line.kind]}${text}`
  })

test('returns no differences for equal texts', () => {
  expect(compareTexts('a\nb', 'a\nb')).toEqual([])
})

test('compares a changed line word by word, and skips distant common lines', () => {
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

test('shows added and removed lines in place', () => {
  expect(shown(compareTexts('one\ntwo\nthree\n', 'two\nthree\nfour\n'))).toEqual([
    '-one',
    ' two',
    ' three',
    '+four',
  ])
})

test('both texts can be reconstructed from the comparison of short texts', () => {
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

test('compares two megabytes without common lines within seconds, and truncates the result', () => {
  const text = (word: string) =>
    Array.from({ length: 40_000 }, (_, number) => `${word} ${(number * 7919) % 40_009} words`).join(
      '\n',
    )
  let lines = 0
  expect(cpuTimeMs(() => (lines = compareTexts(text('old'), text('new')).length))).toBeLessThan(
    5_000,
  )
  expect(lines).toBeLessThanOrEqual(2_001)
})
