import { escapeXml } from '@/lib/markdown/escape-xml'
import { archivePath, postPath, tagPath } from '@/lib/paths'
import type { DatedLists } from '@/lib/posts/reading/list-archive'
import type { PostAddress, SitemapPart } from '@/lib/posts/reading/list-post-addresses'

/**
 * The number of tags or posts in one sitemap file. The protocol allows 50,000 URLs
 * (https://www.sitemaps.org/protocol.html). If there are more tags or posts, an index lists the
 * files. The database function `sitemap_part` divides the posts.
 */
export const sitemapSize = 5_000

/** A page or a sitemap file, and when it last got new content. */
type Address = { path: string; updatedAt: Date | undefined }

/** Returns the path of a sitemap file of posts. Parts are counted from 1. */
const postsPartPath = (part: number): string => `/sitemap-${part}.xml`

/** Returns the path of a sitemap file of lists. Parts are counted from 1. */
const listsPartPath = (part: number): string => `/sitemap-lists-${part}.xml`

/**
 * Returns the pages that are not posts. The first part contains all lists and the first
 * `sitemapSize` tags; later parts contain further tags. The date of a list is that of its newest
 * post: an edited post has its own date.
 */
export function addressesOfLists({ years, tags }: DatedLists, part = 1): Address[] {
  const ofTags = tags
    .slice((part - 1) * sitemapSize, part * sitemapSize)
    .map(({ tag, publishedAt }) => ({ path: tagPath(tag), updatedAt: publishedAt }))
  if (part > 1) return ofTags
  return [
    ...['/', archivePath(), '/tags'].map((path) => ({ path, updatedAt: years[0]?.publishedAt })),
    // The archive shows the newest year at its own address, without a year.
    ...years
      .slice(1)
      .map(({ year, publishedAt }) => ({ path: archivePath(year), updatedAt: publishedAt })),
    ...ofTags,
    ...['/docs/api', '/docs/errors', '/privacy'].map((path) => ({ path, updatedAt: undefined })),
  ]
}

/** Returns the addresses of the posts. */
export function addressesOfPosts(posts: PostAddress[]): Address[] {
  return posts.map(({ slug, updatedAt }) => ({ path: postPath(slug), updatedAt }))
}

function writeAddresses(element: string, addresses: Address[], origin: string): string {
  const date = (updatedAt: Date | undefined) =>
    updatedAt ? `<lastmod>${updatedAt.toISOString()}</lastmod>` : ''
  return addresses
    .map(
      ({ path, updatedAt }) =>
        `  <${element}><loc>${escapeXml(origin + path)}</loc>${date(updatedAt)}</${element}>\n`,
    )
    .join('')
}

/** Writes one sitemap file. */
export function writeSitemap(addresses: Address[], origin: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${writeAddresses('url', addresses, origin)}</urlset>
`
}

/**
 * The input of the sitemap index: the number of tags, when the newest post was published, and the
 * files of posts.
 */
type SitemapFiles = { tags: number; publishedAt: Date | undefined; parts: SitemapPart[] }

/** Writes the index of all sitemap files, with the files of lists first. */
export function writeSitemapIndex(
  { tags, publishedAt, parts }: SitemapFiles,
  origin: string,
): string {
  const ofLists = Array.from(
    { length: Math.max(1, Math.ceil(tags / sitemapSize)) },
    (_, index) => ({
      path: listsPartPath(index + 1),
      updatedAt: publishedAt,
    }),
  )
  const files = [
    ...ofLists,
    ...parts.map(({ part, updatedAt }) => ({ path: postsPartPath(part), updatedAt })),
  ]
  return `<?xml version="1.0" encoding="utf-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${writeAddresses('sitemap', files, origin)}</sitemapindex>
`
}
