import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvRow, parseCsv } from './csv'

test('parses quotes, commas and line endings in fields, and any line ending (RFC 4180)', () => {
  expect([...parseCsv('\uFEFFa,"b ""c"", d"\r\n"x\ny",\n,\rlast')]).toEqual([
    ['a', 'b "c", d'],
    ['x\ny', ''],
    ['', ''],
    ['last'],
  ])
  expect([...parseCsv('')]).toEqual([])
  expect(() => [...parseCsv('"open')]).toThrow(SyntaxError)
})

test('parses a million quotes and commas in linear time', () => {
  for (const part of ['"",', '"a', ',', 'a"', '""']) {
    try {
      for (const _ of parseCsv(part.repeat(500_000)));
    } catch (error) {
      expect(error).toBeInstanceOf(SyntaxError)
    }
  }
})

test('parses written rows back to the same fields', () => {
  const field = fc.oneof(fc.string(), fc.constantFrom('"', ',', '\r\n', '\n', '"",'))
  // A row of one empty field is written as an empty line, which is not a row.
  const row = fc.array(field, { minLength: 2, maxLength: 5 })
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      expect([...parseCsv(['first,row\n', ...rows.map(csvRow)].join(''))].slice(1)).toEqual(rows)
    }),
  )
})
