import { notFound } from 'next/navigation'
import { writeLlmsText } from '@/components/feeds/write-llms-text'
import { listSitemap, sitemapPart, sitemapPartPath, writeSitemap, writeWholeSitemap } from '@/components/feeds/write-sitemap'
import { writeOpenSearch } from '@/components/search/write-open-search'
import { feedResponse } from '@/lib/http/feed-response'
import { listPostAddresses } from '@/lib/posts/list-post-addresses'
import { getBlog } from '@/lib/settings/get-blog'
import { siteOrigin } from '@/lib/site-origin'

type Context = { params: Promise<{ file: string }> }

export const dynamic = 'force-static'

/** Seconds: purged by every write, and renewed like the pages. */
export const revalidate = 300

/** Not made at build time, which has no database. Each is read as `/llms.txt`, `/sitemap.xml` … (see next.config.ts). */
export function generateStaticParams() {
  return []
}

async function answerSitemap(part: number | undefined): Promise<Response> {
  const addresses = listSitemap(await listPostAddresses((await getBlog()).timeZone))
  if (part === undefined) return feedResponse(writeWholeSitemap(addresses, siteOrigin()), 'application/xml')
  const those = sitemapPart(addresses, part)
  if (those.length === 0) notFound()
  return feedResponse(writeSitemap(those, siteOrigin()), 'application/xml')
}

/** The files that programs ask for by name. */
export async function GET(_: Request, { params }: Context): Promise<Response> {
  const { file } = await params
  if (file === 'llms.txt') {
    const blog = await getBlog()
    return feedResponse(writeLlmsText({ blog, origin: siteOrigin(), posts: await listPostAddresses(blog.timeZone) }), 'text/plain')
  }
  if (file === 'opensearch.xml') {
    return feedResponse(writeOpenSearch({ blog: await getBlog(), origin: siteOrigin() }), 'application/opensearchdescription+xml')
  }
  if (file === 'sitemap.xml') return answerSitemap(undefined)
  const part = Number(/^sitemap-([1-9]\d{0,3})\.xml$/.exec(file)?.[1])
  return sitemapPartPath(part) === `/${file}` ? answerSitemap(part) : notFound()
}
