import { expect, test } from 'vitest'
import { stripMarkdown } from './strip-markdown'

test.each([
  ['## A *heading* with `code`', 'A heading with code'],
  ['- one\n- [x] two\n1. three', 'one two three'],
  ['See [this page](https://a.example/b "title") and ![a tree](/tree.webp).', 'See this page and a tree.'],
  ['```ts\nconst a = 1\n```', 'const a = 1'],
  ['> quoted\n\n---\n\n**bold** and snake_case', 'quoted bold and snake_case'],
  ['| a | b |\n|---|---|\n| 1 | 2 |', 'a b 1 2'],
  ['<figure class="x"><b>word</b></figure>', 'word'],
  ['::link-card{url="https://a.example" title="A title"}', 'A title'],
  ['Said[^1] so.\n\n[^1]: A note', 'Said so.'],
])('%j is read as %j', (markdown, text) => {
  expect(stripMarkdown(markdown)).toBe(text)
})

test.each(['[', '![', '<a ', '](', '*', '`', '::link-card{', '|-', '- ', '[^', '\\'])(
  'as much of %j as an excerpt looks through is read in time',
  (mark) => {
    const begun = performance.now()
    stripMarkdown(mark.repeat(50_000 / mark.length))
    expect(performance.now() - begun).toBeLessThan(500)
  },
)
