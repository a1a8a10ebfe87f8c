import { expect, test } from 'vitest'
import { drawableText } from './drawable-text'

test.each([
  ['words', 'How a thread is read', 'How a thread is read'],
  ['accents, even as marks of their own', 'U\u0308ber façade — “Łódź” …', 'Über façade — “Łódź” …'],
  ['an emoji among words', 'Hello 👩‍👩‍👧 world 🎉', 'Hello world'],
  ['lines', 'one\n two\tthree', 'one two three'],
])('%s are drawn', (_, text, expected) => {
  expect(drawableText(text, 100)).toBe(expected)
})

test.each(['日本語の題', 'مرحبا', 'Привет', 'mixed 日本', '🎉', '…', ''])(
  '%j is not: half of a title is worse than none',
  (text) => {
    expect(drawableText(text, 100)).toBeUndefined()
  },
)

test('a long one is cut between words, one long word anywhere', () => {
  expect(drawableText('word, '.repeat(60), 20)).toBe('word, word, word…')
  expect(drawableText('x'.repeat(300), 20)).toBe(`${'x'.repeat(20)}…`)
})
