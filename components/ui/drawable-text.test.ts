import { expect, test } from 'vitest'
import { drawableText } from './drawable-text'

test.each([
  ['plain text', 'How a thread is read', 'How a thread is read'],
  ['combining accents', 'U\u0308ber façade — “Łódź” …', 'Über façade — “Łódź” …'],
  ['an emoji among words', 'Hello 👩‍👩‍👧 world 🎉', 'Hello world'],
  ['several lines', 'one\n two\tthree', 'one two three'],
])('keeps drawable text: %s', (_, text, expected) => {
  expect(drawableText(text, 100)).toBe(expected)
})

test.each(['日本語の題', 'مرحبا', 'Привет', 'mixed 日本', '🎉', '…', ''])(
  'returns undefined for %j rather than a part of the title',
  (text) => {
    expect(drawableText(text, 100)).toBeUndefined()
  },
)

test('truncates long text between words, and a long word anywhere', () => {
  expect(drawableText('word, '.repeat(60), 20)).toBe('word, word, word…')
  expect(drawableText('x'.repeat(300), 20)).toBe(`${'x'.repeat(20)}…`)
})
