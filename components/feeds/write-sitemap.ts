import { archivePath } from '@/components/posts/archive-path'
import { postPath } from '@/components/posts/post-path'
import { tagPath } from '@/components/posts/tag-path'
import { escapeXml } from '@/lib/markdown/escape-xml'
import type { PostAddress } from '@/lib/posts/list-post-addresses'

/** Addresses in one file of the sitemap (https://www.sitemaps.org/protocol.html allows 50,000); where there are more, an index lists the files. */
export const sitemapSize = 5_000

type Address = { path: string; updatedAt: Date | undefined }

/** Where one file of several is read, counted from 1. */
export const sitemapPartPath = (part: number): string => `/sitemap-${part}.xml`

function newest(dates: Date[]): Date | undefined {
  return dates.reduce<Date | undefined>((last, date) => (last === undefined || date > last ? date : last), undefined)
}

/** What posts have in common, each with the day on which the last of those changed. */
function newestOf<Key>(posts: PostAddress[], keysOf: (post: PostAddress) => Key[]): [Key, Date][] {
  const byKey = new Map<Key, Date>()
  for (const post of posts) {
    for (const key of keysOf(post)) byKey.set(key, newest([post.updatedAt, byKey.get(key) ?? post.updatedAt]) ?? post.updatedAt)
  }
  return [...byKey]
}

/** Every page for search engines, and when what it shows last changed: the lists first, then the posts, newest first. */
export function listSitemap(posts: PostAddress[]): Address[] {
  const updatedAt = newest(posts.map((post) => post.updatedAt))
  const newestYear = posts.reduce((last, { year }) => Math.max(last, year), 0)
  const olderYears = newestOf(posts, ({ year }) => [year]).filter(([year]) => year !== newestYear)
  return [
    ...['/', archivePath(), '/tags'].map((path) => ({ path, updatedAt })),
    // The newest is what the archive shows without a year, and has no other address.
    ...olderYears.map(([year, updatedAt]) => ({ path: archivePath(year), updatedAt })),
    ...newestOf(posts, ({ tags }) => tags).map(([tag, updatedAt]) => ({ path: tagPath(tag), updatedAt })),
    ...posts.map((post) => ({ path: postPath(post.slug), updatedAt: post.updatedAt })),
    ...['/docs/api', '/docs/errors', '/privacy'].map((path) => ({ path, updatedAt: undefined })),
  ]
}

const writeDate = (date: Date | undefined) => (date ? `<lastmod>${date.toISOString()}</lastmod>` : '')

/** One file of addresses. */
export function writeSitemap(addresses: Address[], origin: string): string {
  const rows = addresses.map(({ path, updatedAt }) => `  <url><loc>${escapeXml(origin + path)}</loc>${writeDate(updatedAt)}</url>\n`)
  return `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${rows.join('')}</urlset>
`
}

/** The part of all addresses that one file holds, counted from 1; empty beyond the last. */
export const sitemapPart = (addresses: Address[], part: number): Address[] => addresses.slice((part - 1) * sitemapSize, part * sitemapSize)

/** What `/sitemap.xml` is: all addresses, or the list of the files that have them. */
export function writeWholeSitemap(addresses: Address[], origin: string): string {
  if (addresses.length <= sitemapSize) return writeSitemap(addresses, origin)
  const parts = Array.from({ length: Math.ceil(addresses.length / sitemapSize) }, (_, index) => index + 1)
  const rows = parts.map((part) => {
    const changed = newest(sitemapPart(addresses, part).flatMap(({ updatedAt }) => updatedAt ?? []))
    return `  <sitemap><loc>${escapeXml(origin + sitemapPartPath(part))}</loc>${writeDate(changed)}</sitemap>\n`
  })
  return `<?xml version="1.0" encoding="utf-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${rows.join('')}</sitemapindex>
`
}
