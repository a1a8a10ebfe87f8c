import { escapeXml } from '@/lib/markdown/escape-xml'
import { type FeedEntry, feedTitle, lastChange, type PostFeed } from './post-feed'

/** Formats a date as RFC 822 requires for RSS. All feed readers know the zone `GMT`. */
const rssDate = (date: Date) => date.toUTCString()

/** The XML namespaces of the RSS modules that the feed uses. */
const namespaces = [
  'xmlns:atom="http://www.w3.org/2005/Atom"',
  'xmlns:content="http://purl.org/rss/1.0/modules/content/"',
  'xmlns:dc="http://purl.org/dc/elements/1.1/"',
  'xmlns:slash="http://purl.org/rss/1.0/modules/slash/"',
  'xmlns:wfw="http://wellformedweb.org/CommentAPI/"',
].join(' ')

/**
 * Writes posts as RSS 2.0 (https://www.rssboard.org/rss-specification). Uses the modules that feed
 * readers support for what RSS lacks: the full text, the author, the last change, and the number
 * and the feed of the comments.
 */
export function writeRssFeed(feed: PostFeed): string {
  const { blog, origin, path, home, entries } = feed
  const changed = lastChange(entries)
  const date = changed ? `  <lastBuildDate>${rssDate(changed)}</lastBuildDate>\n` : ''
  const items = entries.map((entry) => writeItem(entry, blog.author)).join('')
  return `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" ${namespaces}>
<channel>
  <title>${escapeXml(feedTitle(feed))}</title>
  <link>${escapeXml(origin + home)}</link>
  <description>${escapeXml(blog.description || blog.name)}</description>
  <language>${escapeXml(blog.language)}</language>
  <atom:link rel="self" type="application/rss+xml" href="${escapeXml(origin + path)}"/>
${date}${items}</channel>
</rss>
`
}

function writeItem(
  { id, url, title, summary, html, tags, publishedAt, updatedAt, comments }: FeedEntry,
  author: string,
): string {
  const creator = author === '' ? '' : `    <dc:creator>${escapeXml(author)}</dc:creator>\n`
  const categories = tags.map((tag) => `    <category>${escapeXml(tag)}</category>\n`).join('')
  const description = summary === '' ? '' : `    <description>${escapeXml(summary)}</description>\n`
  return `  <item>
    <title>${escapeXml(title)}</title>
    <link>${escapeXml(url)}</link>
    <guid isPermaLink="false">${escapeXml(id)}</guid>
    <pubDate>${rssDate(publishedAt)}</pubDate>
    <atom:updated>${updatedAt.toISOString()}</atom:updated>
    <comments>${escapeXml(comments.url)}</comments>
    <wfw:commentRss>${escapeXml(comments.feedUrl)}</wfw:commentRss>
    <slash:comments>${comments.count}</slash:comments>
${creator}${categories}${description}    <content:encoded>${escapeXml(html)}</content:encoded>
  </item>
`
}
