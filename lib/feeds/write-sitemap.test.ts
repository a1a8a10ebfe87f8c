import { expect, test } from 'vitest'
import { sitemapSize, writeSitemap } from './write-sitemap'

const origin = 'https://blog.example'
const day = (number: number) => new Date(Date.UTC(2025, 0, number))
const nothing = { years: [], tags: [], posts: [] }
const pathsOf = (xml: string) =>
  [...xml.matchAll(/<loc>https:\/\/blog\.example([^<]+)<\/loc>/g)].map(([, path]) => path)

test('writes lists, tags, posts and pages, each with the date of its latest change', () => {
  const xml = writeSitemap(
    {
      years: [{ year: 2025, publishedAt: day(4) }],
      tags: [{ tag: 'C++ & more', publishedAt: day(3) }],
      posts: [
        { slug: 'post-1', isPage: false, updatedAt: day(2) },
        { slug: 'about', isPage: true, updatedAt: day(1) },
      ],
    },
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
  expect(xml).toContain('<url><loc>https://blog.example/about</loc><lastmod>2025-01-01')
  expect(xml.split('<url>')).toHaveLength(1 + 3 + 1 + 2 + 3)
})

test('omits the newest year, which is the archive page itself', () => {
  const years = [2025, 2024, 2019].map((year) => ({ year, publishedAt: day(year - 2018) }))
  const xml = writeSitemap({ ...nothing, years }, origin)
  expect(pathsOf(xml).filter((path) => path?.startsWith('/archive'))).toEqual([
    '/archive',
    '/archive/2024',
    '/archive/2019',
  ])
  expect(xml).toContain('/archive</loc><lastmod>2025-01-07')
  expect(xml).toContain('/archive/2024</loc><lastmod>2025-01-06')
})

test('lists only undated pages when there are no posts', () => {
  const xml = writeSitemap(nothing, origin)
  expect(pathsOf(xml)).toHaveLength(6)
  expect(xml).not.toContain('<lastmod>')
})

test('lists no more addresses than the protocol allows', () => {
  const posts = Array.from({ length: sitemapSize }, (_, index) => ({
    slug: `post-${index}`,
    isPage: false,
    updatedAt: day(1),
  }))
  expect(pathsOf(writeSitemap({ ...nothing, posts }, origin))).toHaveLength(sitemapSize)
})
