import { expect, test } from 'vitest'
import { contextOf, draftOf } from '@/test/comments/screening'
import { foreignMarkupRule } from './rules'

test.each([
  ['BBCode', '[url=https://a.example]shoes[/url]', 'pending'],
  ['BBCode that looks like Markdown', '[url=https://a.example](x) shoes[/url]', 'pending'],
  ['HTML', '<a href="https://a.example">shoes</a>', 'pending'],
  ['Markdown', '[shoes](https://a.example)', undefined],
  ['Markdown from the hint of the form', '[link](https://a.example)', undefined],
  ['HTML in code', 'Write `<a href="…">` there, or\n```\n<a href="/b">b</a>\n```\n', undefined],
])('%s', (_, content, verdict) => {
  expect(foreignMarkupRule(draftOf(content), contextOf())?.verdict).toBe(verdict)
})
