import { escapeXml } from '@/lib/markdown/escape-xml'

export const atomMediaType = 'application/atom+xml'

/** `url` and `home` are the feed and the page that lists the same entries; both are absolute. */
type Feed = Record<'id' | 'title' | 'language' | 'url' | 'home', string> & { updatedAt: Date }
type Entry = Record<'id' | 'title' | 'url' | 'html', string> &
  Record<'publishedAt' | 'updatedAt', Date>

/**
 * Writes an Atom feed (RFC 4287), whose entries may use the threading extensions (RFC 4685).
 * @param extra further elements of the feed
 */
export function writeAtom(feed: Feed, entries: string[], extra = ''): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:thr="http://purl.org/syndication/thread/1.0"
  xml:lang="${escapeXml(feed.language)}">
  <id>${escapeXml(feed.id)}</id>
  <title>${escapeXml(feed.title)}</title>
  <updated>${feed.updatedAt.toISOString()}</updated>
  <link rel="self" type="${atomMediaType}" href="${escapeXml(feed.url)}"/>
  <link rel="alternate" type="text/html" href="${escapeXml(feed.home)}"/>
${extra}${entries.join('')}</feed>
`
}

/** Writes an entry of an Atom feed, with further elements. */
export function writeAtomEntry(entry: Entry, extra: string): string {
  return `  <entry>
    <id>${escapeXml(entry.id)}</id>
    <title>${escapeXml(entry.title)}</title>
    <link rel="alternate" type="text/html" href="${escapeXml(entry.url)}"/>
    <published>${entry.publishedAt.toISOString()}</published>
    <updated>${entry.updatedAt.toISOString()}</updated>
${extra}    <content type="html">${escapeXml(entry.html)}</content>
  </entry>
`
}
