import { expect, test } from 'vitest'
import { escapeAlt, imageMarkdown } from '@/components/admin/images/image-markdown'
import { missingAltPattern, wordsPlace } from './missing-alt'

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

test('inserts alt text into the image next to its field', () => {
  const line = `![](${own}) and ![](${own})`
  const place = wordsPlace(line, line.length)
  expect(place && `${line.slice(0, place.from)}words${line.slice(place.to)}`).toBe(
    `![](${own}) and ![words](${own})`,
  )
  expect(wordsPlace(line, 3)).toBeUndefined()
})

test('escapes brackets and line breaks in alt text', () => {
  expect(imageMarkdown({ url: own, alt: ' a ]\n[b\\ ' })).toBe(`![a \\] \\[b\\\\](${own})`)
  expect(escapeAlt('  ')).toBe('')
})
