import { expect, test } from 'vitest'
import { escapeAlt, imageMarkdown } from '@/components/admin/images/image-markdown'
import { missingAltPattern } from './alt-text'

const own = '/images/abc-10x5.webp'

test.each([
  [`![](${own})`, true],
  [`![ ](${own})`, true],
  [`![](${own} "A title")`, true],
  [`![words](${own})`, false],
  ['![](https://elsewhere.example/a.png)', false],
  [`[](${own})`, false],
])('reports whether %s lacks alt text: %s', (text, lacks) => {
  expect(missingAltPattern().test(text)).toBe(lacks)
})

test('escapes brackets and line breaks in alt text', () => {
  expect(imageMarkdown({ url: own, alt: ' a ]\n[b\\ ' })).toBe(`![a \\] \\[b\\\\](${own})`)
  expect(escapeAlt('  ')).toBe('')
})
