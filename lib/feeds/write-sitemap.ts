import { escapeXml } from '@/lib/markdown/escape-xml'
import { archivePath, postPath, tagPath } from '@/lib/paths'
import type { DatedLists } from '@/lib/posts/reading/date-lists'
import type { PostAddress } from '@/lib/posts/reading/list-post-addresses'
import type { SitemapPart } from '@/lib/posts/reading/list-sitemap-parts'

/**
 * Tags, and posts, in one file of the sitemap (https://www.sitemaps.org/protocol.html allows 50,000 addresses); where there
 * are more, an index lists the files. The database cuts the posts: `sitemap_part`.
 */
export const sitemapSize = 5_000

/** A page, or a file of the sitemap, and when readers last got something new there. */
type Address = { path: string; updatedAt: Date | undefined }

/** Where one file of posts is read, counted from 1. */
const postsPartPath = (part: number): string => `/sitemap-${part}.xml`

/** Where one file of the lists is read, counted from 1. */
const listsPartPath = (part: number): string => `/sitemap-lists-${part}.xml`

/**
 * What is no post: all the lists in the first part, but for tags beyond so many. A list is dated by the newest post in it,
 * which is what it has that is new: a post that is edited is dated itself.
 */
export function addressesOfLists({ years, tags }: DatedLists, part = 1): Address[] {
  const ofTags = tags
    .slice((part - 1) * sitemapSize, part * sitemapSize)
    .map(({ tag, publishedAt }) => ({ path: tagPath(tag), updatedAt: publishedAt }))
  if (part > 1) return ofTags
  return [
    ...['/', archivePath(), '/tags'].map((path) => ({ path, updatedAt: years[0]?.publishedAt })),
    // The newest is what the archive shows without a year, and has no other address.
    ...years
      .slice(1)
      .map(({ year, publishedAt }) => ({ path: archivePath(year), updatedAt: publishedAt })),
    ...ofTags,
    ...['/docs/api', '/docs/errors', '/privacy'].map((path) => ({ path, updatedAt: undefined })),
  ]
}

/** Where the posts are read. */
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

/** One file of addresses. */
export function writeSitemap(addresses: Address[], origin: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${writeAddresses('url', addresses, origin)}</urlset>
`
}

/** What the list of files is made of: how many tags there are, when the newest post was published, and the files of posts. */
type SitemapFiles = { tags: number; publishedAt: Date | undefined; parts: SitemapPart[] }

/** The list of the files that have all addresses: those of the lists first. */
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
