import { expect, test } from 'vitest'
import { db } from '@/lib/db'
import { addPost } from '@/lib/testing/add-rows'
import { ownDatabase } from '@/lib/testing/database'
import { getViews } from './get-views'
import { importViews } from './import-views'
import { parseCsv } from './parse-csv'
import { readViewExport } from './read-view-export'

await ownDatabase()

test('CSV as RFC 4180 has it: quotes, commas and line ends in fields, any line end', () => {
  expect([...parseCsv('\uFEFFa,"b ""c"", d"\r\n"x\ny",\n,\rlast')]).toEqual([['a', 'b "c", d'], ['x\ny', ''], ['', ''], ['last']])
  expect([...parseCsv('')]).toEqual([])
  expect(() => [...parseCsv('"open')]).toThrow(SyntaxError)
})

test('a hundred thousand characters of quotes and commas are read at once', () => {
  const begun = performance.now()
  for (const part of ['"",', '"a', ',', 'a"', '""']) {
    try {
      for (const _ of parseCsv(part.repeat(50_000)));
    } catch (error) {
      expect(error).toBeInstanceOf(SyntaxError)
    }
  }
  expect(performance.now() - begun).toBeLessThan(2_000)
})

test.each([
  [
    'slug, day, views',
    'slug,day,views\nhello,2025-01-02,3\nhello,2025-01-02,1\nhello,yesterday,3\nhello,2025-02-30,3\nhello,2025-01-02,-1\n',
    4,
    3,
  ],
  [
    'Plausible (imported_pages)',
    '"date","hostname","page","visits","visitors","pageviews","total_scroll_depth"\n2025-01-02,blog.example,/posts/hello/,9,4,12,0\n',
    4,
    0,
  ],
  [
    'Umami (website_event)',
    'website_id,session_id,created_at,url_path,event_type\nw,s1,2025-01-02 10:00:00,/blog/hello,1\nw,s1,2025-01-02 11:00:00,/blog/hello?a=b,1\nw,s2,2025-01-02 11:00:00,/hello,1\nw,s3,2025-01-02 11:00:00,/hello,2\n',
    2,
    0,
  ],
  [
    'GoatCounter',
    '2Path,Title,Event,UserAgent,Browser,System,Session,Bot,Referrer,FirstVisit,Date\n/hello,Hello,false,,,,a,0,,1,2025-01-02T10:00:00Z\n/hello,Hello,false,,,,b,4,,1,2025-01-02T10:00:00Z\nclick,,true,,,,c,0,,1,2025-01-02T10:00:00Z\n',
    1,
    0,
  ],
])('%s is recognised, and read as views of a post by day', (format, text, views, unusable) => {
  expect(readViewExport(text)).toEqual({ format, views: [{ slug: 'hello', day: '2025-01-02', views }], unusable })
})

test('another file is refused', () => {
  expect(() => readViewExport('name,price\nbread,3\n')).toThrow('slug, day, views')
})

test('the same file twice is the same number, and what is counted here is added', async () => {
  const { id } = await addPost('hello')
  await db().postRedirect.create({ data: { slug: 'before', postId: id } })
  await db().viewCount.create({ data: { postId: id, day: new Date('2025-01-02'), shard: 3, views: 5 } })
  const exported = [
    { slug: 'hello', day: '2025-01-02', views: 3 },
    { slug: 'before', day: '2025-01-02', views: 4 },
    { slug: 'nobody', day: '2025-01-02', views: 9 },
  ]
  for (let n = 0; n < 2; n++) expect(await importViews(exported)).toEqual({ days: 2, views: 7, unknown: ['nobody'] })
  expect(await getViews('hello')).toBe(12)
  await importViews([{ slug: 'hello', day: '2025-01-02', views: 1 }])
  expect(await getViews('hello')).toBe(6)
})
