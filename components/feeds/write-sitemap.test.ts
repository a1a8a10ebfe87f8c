import { expect, test } from 'vitest'
import { listSitemap, sitemapPart, sitemapSize, writeWholeSitemap } from './write-sitemap'

const origin = 'https://blog.example'
const post = (number: number) => ({
  slug: `post-${number}`,
  title: 'T',
  summary: '',
  tags: number % 2 === 0 ? ['C++ & more'] : [],
  updatedAt: new Date(Date.UTC(2025, 0, 1 + number)),
  year: 2025,
})
const posts = (count: number) => Array.from({ length: count }, (_, index) => post(index))

test('it has the lists, the tags and the posts, each with the day of its last change', () => {
  const xml = writeWholeSitemap(listSitemap(posts(4)), origin)
  expect(xml).toContain('<url><loc>https://blog.example/</loc><lastmod>2025-01-04T00:00:00.000Z</lastmod></url>')
  expect(xml).toContain('<url><loc>https://blog.example/tags/C%2B%2B%20%26%20more</loc><lastmod>2025-01-03T00:00:00.000Z</lastmod></url>')
  expect(xml).toContain('<url><loc>https://blog.example/posts/post-1</loc><lastmod>2025-01-02T00:00:00.000Z</lastmod></url>')
  expect(xml.split('<url>')).toHaveLength(1 + 3 + 1 + 4 + 3)
})

test('each year of the archive has an address but the newest, which is the archive itself', () => {
  const years = [2025, 2024, 2024, 2019].map((year, index) => ({ ...post(index), year }))
  const paths = listSitemap(years).map(({ path }) => path)
  expect(paths.filter((path) => path.startsWith('/archive'))).toEqual(['/archive', '/archive/2024', '/archive/2019'])
  expect(listSitemap(years)).toContainEqual({ path: '/archive/2024', updatedAt: new Date('2025-01-03') })
})

test('the pages that are no posts are listed, too', () => {
  expect(listSitemap([]).map(({ path }) => path)).toEqual(['/', '/archive', '/tags', '/docs/api', '/docs/errors', '/privacy'])
})

test('of more than 5,000 addresses it is an index, whose parts hold each address once', () => {
  const addresses = listSitemap(posts(12_000))
  const xml = writeWholeSitemap(addresses, origin)
  expect(xml).toContain('<sitemapindex')
  const parts = [...xml.matchAll(/<loc>https:\/\/blog\.example\/sitemap-(\d+)\.xml<\/loc>/g)].map(([, part]) => Number(part))
  expect(parts).toEqual([1, 2, 3])
  const listed = parts.map((part) => sitemapPart(addresses, part))
  expect(listed.every((part) => part.length <= sitemapSize)).toBe(true)
  expect(new Set(listed.flat().map(({ path }) => path)).size).toBe(12_000 + 4 + 3)
  expect(sitemapPart(addresses, 4)).toEqual([])
})

test('of no posts it has the lists, without a date', () => {
  expect(writeWholeSitemap(listSitemap([]), origin)).toContain('<url><loc>https://blog.example/archive</loc></url>')
})
