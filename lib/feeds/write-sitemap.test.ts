import { expect, test } from 'vitest'
import {
  addressesOfLists,
  addressesOfPosts,
  sitemapSize,
  writeSitemap,
  writeSitemapIndex,
} from './write-sitemap'

const origin = 'https://blog.example'
const day = (number: number) => new Date(Date.UTC(2025, 0, number))
const tagged = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ tag: `tag-${index}`, publishedAt: day(1) }))
const pathsOf = (addresses: { path: string }[]) => addresses.map(({ path }) => path)
const fixed = ['/', '/archive', '/tags', '/docs/api', '/docs/errors', '/privacy']

test('writes lists, tags and posts, each with the date of its latest change', () => {
  const lists = {
    years: [{ year: 2025, publishedAt: day(4) }],
    tags: [{ tag: 'C++ & more', publishedAt: day(3) }],
  }
  const xml = writeSitemap(
    [...addressesOfLists(lists), ...addressesOfPosts([{ slug: 'post-1', updatedAt: day(2) }])],
    origin,
  )
  expect(xml).toContain(
    '<url><loc>https://blog.example/</loc><lastmod>2025-01-04T00:00:00.000Z</lastmod></url>',
  )
  expect(xml).toContain(
    '<url><loc>https://blog.example/tags/C%2B%2B%20%26%20more</loc>' +
      '<lastmod>2025-01-03T00:00:00.000Z</lastmod></url>',
  )
  expect(xml).toContain(
    '<url><loc>https://blog.example/posts/post-1</loc>' +
      '<lastmod>2025-01-02T00:00:00.000Z</lastmod></url>',
  )
  expect(xml.split('<url>')).toHaveLength(1 + 3 + 1 + 1 + 3)
})

test('omits the newest year, which is the archive page itself', () => {
  const years = [2025, 2024, 2019].map((year) => ({ year, publishedAt: day(year - 2018) }))
  const addresses = addressesOfLists({ years, tags: [] })
  expect(pathsOf(addresses).filter((path) => path.startsWith('/archive'))).toEqual([
    '/archive',
    '/archive/2024',
    '/archive/2019',
  ])
  expect(addresses).toContainEqual({ path: '/archive/2024', updatedAt: day(6) })
  expect(addresses).toContainEqual({ path: '/archive', updatedAt: day(7) })
})

test('lists only undated pages when there are no posts', () => {
  const addresses = addressesOfLists({ years: [], tags: [] })
  expect(pathsOf(addresses)).toEqual(fixed)
  expect(writeSitemap(addresses, origin)).toContain(
    '<url><loc>https://blog.example/archive</loc></url>',
  )
})

test('dates the files in the index by their latest post or change', () => {
  const parts = [
    { part: 1, updatedAt: day(2) },
    { part: 3, updatedAt: day(5) },
  ]
  expect(
    writeSitemapIndex({ tags: 0, publishedAt: day(4), parts }, origin).match(/<sitemap>.*/g),
  ).toEqual([
    '<sitemap><loc>https://blog.example/sitemap-lists-1.xml</loc>' +
      '<lastmod>2025-01-04T00:00:00.000Z</lastmod></sitemap>',
    '<sitemap><loc>https://blog.example/sitemap-1.xml</loc>' +
      '<lastmod>2025-01-02T00:00:00.000Z</lastmod></sitemap>',
    '<sitemap><loc>https://blog.example/sitemap-3.xml</loc>' +
      '<lastmod>2025-01-05T00:00:00.000Z</lastmod></sitemap>',
  ])
})

test.each([0, 1, sitemapSize, sitemapSize + 1, 3 * sitemapSize])(
  'the files in the index list each of %i tags exactly once',
  (count) => {
    const lists = { years: [{ year: 2025, publishedAt: day(1) }], tags: tagged(count) }
    const named = [
      ...writeSitemapIndex({ tags: count, publishedAt: undefined, parts: [] }, origin).matchAll(
        /sitemap-lists-(\d+)\.xml/g,
      ),
    ].map(([, part]) => Number(part))
    const listed = named.map((part) => addressesOfLists(lists, part))
    expect(
      listed.every(
        (addresses) => addresses.length > 0 && addresses.length <= sitemapSize + fixed.length,
      ),
    ).toBe(true)
    const paths = listed.flatMap(pathsOf)
    expect(new Set(paths).size).toBe(paths.length)
    expect(paths).toHaveLength(fixed.length + count)
    expect(addressesOfLists(lists, named.length + 1)).toEqual([])
  },
)
