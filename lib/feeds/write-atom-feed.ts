import { escapeXml } from '@/lib/markdown/escape-xml'
import { tagUri } from '@/lib/text/tag-uri'
import { type FeedEntry, feedTitle, lastChange, type PostFeed } from './post-feed'

/** Writes posts as Atom (RFC 4287), with links to their comments (RFC 4685). */
export function writeAtomFeed(feed: PostFeed): string {
  const { blog, origin, path, home, entries } = feed
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:thr="http://purl.org/syndication/thread/1.0" xml:lang="${escapeXml(blog.language)}">
  <id>${escapeXml(tagUri(origin, 'posts'))}</id>
  <title>${escapeXml(feedTitle(feed))}</title>
${blog.description === '' ? '' : `  <subtitle>${escapeXml(blog.description)}</subtitle>\n`}  <updated>${(lastChange(entries) ?? new Date(0)).toISOString()}</updated>
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
  return `  <entry>
    <id>${escapeXml(id)}</id>
    <title>${escapeXml(title)}</title>
    <link rel="alternate" type="text/html" href="${escapeXml(url)}"/>
    <link rel="replies" type="text/html" href="${escapeXml(comments.url)}" thr:count="${comments.count}"/>
    <link rel="replies" type="application/atom+xml" href="${escapeXml(comments.feedUrl)}" thr:count="${comments.count}"/>
    <thr:total>${comments.count}</thr:total>
    <published>${publishedAt.toISOString()}</published>
    <updated>${updatedAt.toISOString()}</updated>
${tags.map((tag) => `    <category term="${escapeXml(tag)}"/>\n`).join('')}${summary === '' ? '' : `    <summary>${escapeXml(summary)}</summary>\n`}    <content type="html">${escapeXml(html)}</content>
  </entry>
`
}
