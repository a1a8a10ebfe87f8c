import { expect, test } from 'vitest'
import { contextOf, draftOf } from '@/test/comments/screening'
import { shoutingRule } from './rules'

test.each([
  ['capitals', 'BUY THE BEST WATCHES IN TOWN', 'published'],
  ['exclamation marks', 'Wow!!!! so good', 'published'],
  ['a few capitals', 'I like HTTP, JSON and TCP/IP, as most of us do', undefined],
  ['a short exclamation', 'YES! ABSOLUTELY!', undefined],
  [
    'SQL in code',
    'Try\n```sql\nSELECT COUNT(*) FROM COMMENTS WHERE STATUS IS NULL\n```\nand see',
    undefined,
  ],
  [
    'a script without capitals',
    '本当に素晴らしい記事です。ありがとうございました。とても参考になりました',
    undefined,
  ],
])('%s', (_, content, verdict) => {
  expect(shoutingRule(draftOf(content), contextOf())?.verdict).toBe(verdict)
})
