import { translator } from '@/lib/i18n/translator'
import { escapeXml } from '@/lib/markdown/escape-xml'
import { searchPath } from '@/lib/paths'
import type { Blog } from '@/lib/settings/get-blog'
import { truncate } from '@/lib/text/truncate'

/**
 * Writes the OpenSearch 1.1 description with which browsers search the blog from their address bar.
 * It contains only the elements that browsers read. `ShortName` allows at most 16 characters.
 */
export function writeOpenSearch({ blog, origin }: { blog: Blog; origin: string }): string {
  const description = translator('feeds')('search', { name: blog.name })
  const shortName = truncate(blog.name, 16).trim()
  return `<?xml version="1.0" encoding="utf-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
  <ShortName>${escapeXml(shortName)}</ShortName>
  <Description>${escapeXml(description)}</Description>
  <InputEncoding>UTF-8</InputEncoding>
  <Image width="64" height="64" type="image/svg+xml">${escapeXml(`${origin}/icon.svg`)}</Image>
  <Url type="text/html" template="${escapeXml(origin + searchPath())}?q={searchTerms}"/>
</OpenSearchDescription>
`
}
