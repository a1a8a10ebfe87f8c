import { describe, expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { addPage, addPost, addSite } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { getViews } from './get-views'
import { importViews } from './import-views'
import { readViewExport } from './read-view-export'

await ownDatabase()

test.each([
  [
    'slug, day, views',
    'slug,day,views\nhello,2025-01-02,3\nhello,2025-01-02,1\n' +
      'hello,yesterday,3\nhello,2025-02-30,3\nhello,2025-01-02,-1\n',
    'hello',
    4,
    3,
  ],
  [
    'Plausible (imported_pages)',
    '"date","hostname","page","visits","visitors","pageviews","total_scroll_depth"\n' +
      '2025-01-02,blog.example,/posts/hello/,9,4,12,0\n',
    'blog.example/posts/hello',
    4,
    0,
  ],
  [
    'Umami (website_event)',
    'website_id,session_id,created_at,url_path,event_type\n' +
      'w,s1,2025-01-02 10:00:00,/blog/hello,1\n' +
      'w,s1,2025-01-02 11:00:00,/blog/hello?a=b,1\n' +
      'w,s2,2025-01-02 11:00:00,/blog/hello/,1\nw,s3,2025-01-02 11:00:00,/blog/hello,2\n',
    '/blog/hello',
    2,
    0,
  ],
  [
    'GoatCounter',
    '2Path,Title,Event,UserAgent,Browser,System,Session,Bot,Referrer,FirstVisit,Date\n' +
      '/hello,Hello,false,,,,a,0,,1,2025-01-02T10:00:00Z\n' +
      '/hello,Hello,false,,,,b,4,,1,2025-01-02T10:00:00Z\n' +
      'click,,true,,,,c,0,,1,2025-01-02T10:00:00Z\n',
    '/hello',
    1,
    0,
  ],
])('recognises %s and reads its views per path and day', (format, text, path, views, unusable) => {
  expect(readViewExport(text)).toEqual({
    format,
    views: [{ path, day: '2025-01-02', views }],
    unusable,
  })
})

test.each([
  ['1989-12-31,1', '1990-01-01,1'],
  ['0020-05-01,1', '2025-05-01,1'],
  ['2025-06-03,1', '2025-06-02,1'],
  ['9999-12-31,1', '2025-06-01,1'],
  ['2025-06-01,2147483648', '2025-06-01,2147483647'],
  ['2025-06-01,1e300', '2025-06-01,0'],
])('rejects the impossible day or number %s, but not %s', (unusable, usable) => {
  const now = new Date('2025-06-01T23:00:00Z')
  const { views, ...result } = readViewExport(
    `slug,day,views\nhello,${unusable}\nhello,${usable}\n`,
    now,
  )
  expect(result.unusable).toBe(1)
  expect(views.map(({ day, views }) => `${day},${views}`)).toEqual([usable])
})

test('rejects rows beyond the maximum of a day', () => {
  const row = 'hello,2025-01-02,1500000000\n'
  expect(readViewExport(`slug,day,views\n${row}${row}hello,2025-01-02,1\n`)).toMatchObject({
    views: [{ views: 1_500_000_001 }],
    unusable: 1,
  })
})

test('rejects an unknown file format', () => {
  expect(() => readViewExport('name,price\nbread,3\n')).toThrow('slug, day, views')
})

test('replaces earlier imports of a file and adds views counted here', async () => {
  const { id } = await addPost('hello')
  await db().postRedirect.create({ data: { slug: 'before', postId: id } })
  await db().viewCount.create({
    data: { postId: id, day: new Date('2025-01-02'), shard: 3, views: 5 },
  })
  const exported = [
    { path: 'hello', day: '2025-01-02', views: 3 },
    { path: 'before', day: '2025-01-02', views: 4 },
    { path: 'nobody', day: '2025-01-02', views: 9 },
  ]
  for (let n = 0; n < 2; n++)
    expect(await importViews(exported)).toEqual({ days: 1, views: 7, unknown: ['nobody'] })
  expect(await getViews('hello')).toBe(12)
  await importViews([{ path: 'hello', day: '2025-01-02', views: 1 }])
  expect(await getViews('hello')).toBe(6)
})

test('adds up the views of both slugs of a post', async () => {
  const { id } = await addPost('renamed')
  await db().postRedirect.create({ data: { slug: 'old-name', postId: id } })
  await addPost('between')
  const exported = [
    { path: 'old-name', day: '2025-01-02', views: 3 },
    ...Array.from({ length: 6_000 }, (_, day) => ({
      path: 'between',
      day: new Date(day * 86_400_000).toISOString().slice(0, 10),
      views: 1,
    })),
    { path: 'renamed', day: '2025-01-02', views: 4 },
  ]
  expect(await importViews(exported)).toMatchObject({ days: 6_001, views: 6_007 })
  expect([await getViews('renamed'), await getViews('between')]).toEqual([7, 6_000])
})

test('changes nothing if an import cannot be stored as a whole', async () => {
  const { id } = await addPost('loud')
  await db().postRedirect.create({ data: { slug: 'once-loud', postId: id } })
  const half = { day: '2025-01-02', views: 2 ** 30 }
  await expect(
    importViews([
      { path: 'loud', ...half },
      { path: 'once-loud', ...half },
    ]),
  ).rejects.toThrow('out of range')
  expect(await getViews('loud')).toBe(0)
})

describe('matches whole paths', () => {
  const day = '2025-01-02'
  const viewsOf = async (paths: string[], site?: string) =>
    (
      await importViews(
        paths.map((path) => ({ path, day, views: 1 })),
        site,
      )
    ).unknown
  const stored = async (id: number) =>
    (await db().viewCount.findUnique({ where: { postId_day_shard: key(id) } }))?.views
  const key = (postId: number) => ({ postId, day: new Date(day), shard: -1 })

  test('of posts here, and elsewhere if only one path ends in the slug', async () => {
    const [{ id: words }, { id: other }] = [await addPost('words'), await addPost('other')]
    expect(
      await viewsOf([
        '/posts/words',
        '/words',
        'blog.example/posts/words',
        'words',
        '/tags/words',
        '/2024/05/other',
        '/',
        '/a/b',
        '/c/b',
        '/posts/words/comments',
      ]),
    ).toEqual(['/', '/a/b', '/c/b', '/posts/words/comments', '/tags/words'])
    expect([await stored(words), await stored(other)]).toEqual([4, 1])
    expect(await viewsOf(['/2024/05/other', '/tags/other'])).toHaveLength(2)
  })

  test('of pages with their host, or on the given site', async () => {
    const { id: post } = await addPost('page')
    const { id: siteId } = await addSite(['https://site.example', 'http://localhost:4321'])
    const page = await addPage(siteId, 'site.example/deep/page')
    const home = await addPage(siteId, 'site.example/')
    await db().threadAlias.create({ data: { slug: 'site.example/old', threadId: page } })
    expect(await viewsOf(['site.example/deep/page', 'site.example/old', 'site.example/x'])).toEqual(
      ['site.example/x'],
    )
    expect([await stored(page), await stored(home), await stored(post)]).toEqual([
      2,
      undefined,
      undefined,
    ])
    expect(await viewsOf(['/deep/page', '/', '/page'], 'site.example')).toEqual(['/page'])
    expect([await stored(page), await stored(home), await stored(post)]).toEqual([1, 1, undefined])
  })

  test('after decoding, without query, fragment and trailing slash', () => {
    const text =
      'slug,day,views\n/%C3%A4pfel/?a=b,2025-01-02,1\n' +
      'https://Site.Example/%C3%A4/#x,2025-01-02,1\n' +
      'site.example/ä?x=1,2025-01-02,1\n'
    expect(readViewExport(text).views.map(({ path }) => path)).toEqual([
      '/äpfel',
      'site.example/ä',
      'site.example/ä?x=1',
    ])
  })
})
