import { expect, test } from 'vitest'
import { drawableText } from './drawable-text'

test.each([
  ['plain text', 'How a thread is read', 'How a thread is read'],
  ['combining accents', 'U\u0308ber façade — “Łódź” …', 'Über façade — “Łódź” …'],
  ['an emoji among words', 'Hello 👩‍👩‍👧 world 🎉', 'Hello world'],
  ['Vietnamese', 'Người Việt đọc bình luận ở đâu', 'Người Việt đọc bình luận ở đâu'],
  ['several lines', 'one\n two\tthree', 'one two three'],
])('keeps drawable text: %s', (_, text, expected) => {
  expect(drawableText(text, 100)).toBe(expected)
})

test.each([
  ['Simplified Chinese', '中文博客的评论'],
  ['Traditional Chinese', '部落格的留言'],
  ['Japanese', '日本語の題'],
  ['Korean', '한국어 제목'],
  ['Arabic', 'مرحبا'],
  ['Persian', 'سلام دنیا'],
  ['Hebrew', 'שלום עולם'],
  ['Hindi', 'नमस्ते दुनिया'],
  ['Russian', 'Привет'],
  ['Ukrainian', 'Їжак і ґанок'],
  ['Latin and Japanese', 'mixed 日本'],
  ['an emoji alone', '🎉'],
  ['punctuation alone', '…'],
  ['nothing', ''],
])('returns undefined rather than a part of the title: %s', (_, text) => {
  expect(drawableText(text, 100)).toBeUndefined()
})

test('truncates long text between words, and a long word anywhere', () => {
  expect(drawableText('word, '.repeat(60), 20)).toBe('word, word, word…')
  expect(drawableText('x'.repeat(300), 20)).toBe(`${'x'.repeat(20)}…`)
})
