import { expect, test } from 'vitest'
import { contextOf, draftOf } from '@/test/comments/screening'
import { linksRule } from './rules'

const links = (count: number) =>
  Array.from({ length: count }, (_, n) => `see https://site-${n}.example/page`).join(' ')

test.each([
  ['two are what people write', links(2), undefined],
  ['three are a doubt', links(3), 'published'],
  ['five hold', links(5), 'pending'],
  [
    'Markdown links and www count too',
    '[a](https://a.example) [b](http://b.example) www.c.example www.d.example https://e.example',
    'pending',
  ],
  [
    'they are counted in text without spaces',
    `（${'https://a.example、www.b.example。「http://c.example」'.repeat(2)}）`,
    'pending',
  ],
  ['the blog’s own do not count', 'https://blog.example.org/posts/a '.repeat(6), undefined],
])('%s', (_, content, verdict) => {
  expect(linksRule(draftOf(content), contextOf())?.verdict).toBe(verdict)
})
