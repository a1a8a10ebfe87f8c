import { escapeXml } from '@/lib/markdown/escape-xml'
import { archivePath, postPath, tagPath } from '@/lib/paths'
import type { ArchiveYear } from '@/lib/posts/reading/list-archive'
import type { PostAddress } from '@/lib/posts/reading/list-post-addresses'
import type { TagCount } from '@/lib/posts/reading/list-tags'

/** The maximum number of URLs in a sitemap (https://www.sitemaps.org/protocol.html). */
export const sitemapSize = 50_000

type Content = {
  years: Pick<ArchiveYear, 'year' | 'publishedAt'>[]
  tags: Pick<TagCount, 'tag' | 'publishedAt'>[]
  posts: Pick<PostAddress, 'slug' | 'isPage' | 'updatedAt'>[]
}

/** Writes the sitemap. A list changed when its newest post was published. */
export function writeSitemap({ years, tags, posts }: Content, origin: string): string {
  const url = (path: string, changedAt?: Date) => {
    const date = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
    return `  <url><loc>${escapeXml(origin + path)}</loc>${date}</url>\n`
  }
  const urls = [
    ...['/', archivePath(), '/tags'].map((path) => url(path, years[0]?.publishedAt)),
    ...['/docs/api', '/docs/errors', '/privacy'].map((path) => url(path)),
    // The archive shows the newest year at its own address, without a year.
    ...years.slice(1).map(({ year, publishedAt }) => url(archivePath(year), publishedAt)),
    ...posts.map(({ slug, isPage, updatedAt }) => url(postPath(slug, isPage), updatedAt)),
    ...tags.map(({ tag, publishedAt }) => url(tagPath(tag), publishedAt)),
  ]
  return `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.slice(0, sitemapSize).join('')}</urlset>
`
}
