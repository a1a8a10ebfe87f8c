import { escapeXml } from '@/lib/markdown/escape-xml'
import { tagUri } from '@/lib/text/tag-uri'
import { type FeedEntry, feedTitle, lastChange, type PostFeed } from './post-feed'

/** The XML namespaces of Atom and of its threading extensions. */
export const atomNamespaces =
  'xmlns="http://www.w3.org/2005/Atom" xmlns:thr="http://purl.org/syndication/thread/1.0"'

/** Writes posts as Atom (RFC 4287), with links to their comments (RFC 4685). */
export function writeAtomFeed(feed: PostFeed): string {
  const { blog, origin, path, home, entries } = feed
  const subtitle =
    blog.description === '' ? '' : `  <subtitle>${escapeXml(blog.description)}</subtitle>\n`
  const updated = lastChange(entries) ?? new Date(0)
  return `<?xml version="1.0" encoding="utf-8"?>
<feed ${atomNamespaces} xml:lang="${escapeXml(blog.language)}">
  <id>${escapeXml(tagUri(origin, 'posts'))}</id>
  <title>${escapeXml(feedTitle(feed))}</title>
${subtitle}  <updated>${updated.toISOString()}</updated>
  <author><name>${escapeXml(blog.author || blog.name)}</name></author>
  <link rel="self" type="application/atom+xml" href="${escapeXml(origin + path)}"/>
  <link rel="alternate" type="text/html" href="${escapeXml(origin + home)}"/>
${entries.map(writeEntry).join('')}</feed>
`
}

function writeEntry({
  id,
  url,
  title,
  summary,
  html,
  tags,
  publishedAt,
  updatedAt,
  comments,
}: FeedEntry): string {
  const { url: commentsUrl, feedUrl, count } = comments
  const categories = tags.map((tag) => `    <category term="${escapeXml(tag)}"/>\n`).join('')
  const summaryElement = summary === '' ? '' : `    <summary>${escapeXml(summary)}</summary>\n`
  const feedType = 'application/atom+xml'
  return `  <entry>
    <id>${escapeXml(id)}</id>
    <title>${escapeXml(title)}</title>
    <link rel="alternate" type="text/html" href="${escapeXml(url)}"/>
    <link rel="replies" type="text/html" href="${escapeXml(commentsUrl)}" thr:count="${count}"/>
    <link rel="replies" type="${feedType}" href="${escapeXml(feedUrl)}" thr:count="${count}"/>
    <thr:total>${count}</thr:total>
    <published>${publishedAt.toISOString()}</published>
    <updated>${updatedAt.toISOString()}</updated>
${categories}${summaryElement}    <content type="html">${escapeXml(html)}</content>
  </entry>
`
}
