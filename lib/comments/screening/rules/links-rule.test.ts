import { expect, test } from 'vitest'
import { contextOf, draftOf } from '@/test/comments/screening'
import { linksRule } from './rules'

const links = (count: number) =>
  Array.from({ length: count }, (_, n) => `see https://site-${n}.example/page`).join(' ')

test.each([
  ['accepts two links', links(2), undefined],
  ['raises a doubt about three links', links(3), 'published'],
  ['holds five links', links(5), 'pending'],
  [
    'counts Markdown links and www',
    '[a](https://a.example) [b](http://b.example) www.c.example www.d.example https://e.example',
    'pending',
  ],
  [
    'counts links in text without spaces',
    `（${'https://a.example、www.b.example。「http://c.example」'.repeat(2)}）`,
    'pending',
  ],
  ['ignores links to the blog', 'https://blog.example.org/posts/a '.repeat(6), undefined],
])('%s', (_, content, verdict) => {
  expect(linksRule(draftOf(content), contextOf())?.verdict).toBe(verdict)
})
