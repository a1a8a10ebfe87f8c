import { describe, expect, test } from 'vitest'
import { htmlToMarkdown } from '@/lib/importers/html/html-to-markdown'
import { Losses } from '@/lib/importers/imported-post'
import { cpuTimeMs } from '@/test/cpu-time-ms'
import { addParagraphs } from './add-paragraphs'
import { decodeSlug } from './read-wxr-posts'
import { anyName, replaceShortcodes } from './shortcode'
import { wordpressHtml } from './wordpress-html'

function read(content: string) {
  const losses = new Losses()
  const attachments = new Map([['7', { url: 'https://a.example/7.jpg', alt: 'Seven' }]])
  return {
    markdown: htmlToMarkdown(wordpressHtml(content, { attachments, losses }), losses),
    lost: losses.list(),
  }
}

describe('text of the classic editor', () => {
  test.each([
    ['one\ntwo\n\nthree', 'one\\\ntwo\n\nthree\n'],
    ['one<br />\ntwo', 'one\\\ntwo\n'],
    [
      '<h3>A</h3>\ntext\n<blockquote>quoted\n\ntwice</blockquote>',
      '### A\n\ntext\n\n> quoted\n>\n> twice\n',
    ],
    ['<ol>\n<li>a</li>\n\n<li>b</li>\n</ol>', '1. a\n2. b\n'],
    ['<pre>a\n\n\nb</pre>', '```\na\n\n\nb\n```\n'],
    ['<div>in\n\na box</div>after', 'in\n\na box\n\nafter\n'],
    ['a <strong>b</strong>\n<!--more-->\nc', 'a **b**\n\nc\n'],
  ])('converts %j', (content, markdown) => {
    expect(read(content)).toEqual({ markdown, lost: [] })
  })
})

describe('shortcodes', () => {
  test.each([
    ['[caption width="3"]<img src="/a.jpg" alt="" /> Words[/caption]', '![](/a.jpg "Words")\n'],
    ['[caption width="3" caption="Old"]<img src="/a.jpg" alt="">[/caption]', '![](/a.jpg "Old")\n'],
    ['[embed]https://a.example/x?y=1&z=2[/embed]', 'https://a.example/x?y=1&z=2\n'],
    ['[youtube=https://www.youtube.com/watch?v=abc]', 'https://www.youtube.com/watch?v=abc\n'],
    ['[code]a[0] < b && c[/code]', '```\na[0] < b && c\n```\n'],
    ['[js]let [a] = b[/js]', '```js\nlet [a] = b\n```\n'],
    ['[[gallery]] and [sic] and [1]', '\\[gallery] and \\[sic] and \\[1]\n'],
  ])('converts %s', (content, markdown) => {
    expect(read(content)).toEqual({ markdown, lost: [] })
  })

  test('keeps unknown shortcodes and those of missing attachments, and reports them', () => {
    expect(read('[gallery ids="8"] [slider id=3] [box]in[/box]')).toEqual({
      markdown: '\\[gallery ids="8"] \\[slider id=3] \\[box]in\\[/box]\n',
      lost: [
        'the shortcode [gallery], which stays as text',
        'the shortcode [slider], which stays as text',
        'the shortcode [box], which stays as text',
      ],
    })
  })

  test('converts many unclosed shortcodes in bounded time', () => {
    const spent = ['[caption a="', '[a b=1 '].map((part) =>
      cpuTimeMs(() => read(part.repeat(20_000))),
    )
    expect(spent.reduce((sum, ms) => sum + ms)).toBeLessThan(3_000)
  })

  test('finds the end tags of many shortcodes in bounded time', () => {
    const texts = ['[ab c=1] ', '[ab c=1][/ab] '].map((part) => part.repeat(200_000))
    const spent = texts.map((text) =>
      cpuTimeMs(() => replaceShortcodes(`${text}[/cd]`, anyName, () => undefined)),
    )
    expect(spent.reduce((sum, ms) => sum + ms)).toBeLessThan(3_000)
  })

  test('ends at the first end tag of the name, in any case', () => {
    const found: (string | undefined)[] = []
    const text = replaceShortcodes('[a][b][/A][/a] [a]c[/a] [a x/]', 'a', ({ inside }) => {
      found.push(inside)
      return inside === 'c' ? 'C' : undefined
    })
    expect(found).toEqual(['[b]', 'c', undefined])
    expect(text).toBe('[a][b][/A][/a] C [a x/]')
  })
})

test('converts many unclosed elements in bounded time', () => {
  const spent = ['<pre>', '<svg>\n', '</pre '].map((part) =>
    cpuTimeMs(() => addParagraphs(part.repeat(50_000))),
  )
  expect(spent.reduce((sum, ms) => sum + ms)).toBeLessThan(3_000)
})

test.each([
  ['%d0%bf%d1%80%d0%b8', 'при'],
  ['%d0%bf%d1', 'п'],
  ['plain-slug', 'plain-slug'],
])('decodes a slug with escapes, even if it was truncated: %s', (name, slug) => {
  expect(decodeSlug(name)).toBe(slug)
})
