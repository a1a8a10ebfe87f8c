import { expect, test } from 'vitest'
import { htmlToMarkdown } from './html-to-markdown'

test.each([
  ['<h2>A <em>title</em></h2><p>Words <b>here</b>.</p>', '## A *title*\n\nWords **here**.'],
  [
    '<ul><li>one</li><li><a href="https://a.example/">two</a></li></ul>',
    '- one\n- [two](https://a.example/)',
  ],
  ['<table><tr><th>a</th></tr><tr><td>1</td></tr></table>', '| a |\n| - |\n| 1 |'],
  ['<p><img src="https://a.example/b.png" alt="B"></p>', '![B](https://a.example/b.png)'],
  [
    '<b style="font-weight:normal" id="docs-internal-guid-1"><p><span style="font-weight:700">Bold</span> text</p></b>',
    '**Bold** text',
  ],
  ['<p><a href="javascript:alert(1)">one</a> <i>two</i></p>', 'one *two*'],
  ['<p><img src="file:///c:/a.png">only <b>text</b></p><script>a()</script>', 'only **text**'],
])('converts %s', (html, markdown) => {
  expect(htmlToMarkdown(html)).toBe(markdown)
})

test.each([
  '<p>One</p><p>Two *stars*</p>',
  '<div style="white-space: pre"><span style="color: red">const</span> a</div>',
  '<b style="font-weight:normal"><p>Plain</p></b>',
])('returns undefined for text without formatting: %s', (html) => {
  expect(htmlToMarkdown(html)).toBeUndefined()
})
