import { notFound } from 'next/navigation'
import { siteOrigin } from '@/lib/env'
import { llmsPostsMax, writeLlmsText } from '@/lib/feeds/write-llms-text'
import { writeOpenSearch } from '@/lib/feeds/write-open-search'
import { sitemapSize, writeSitemap } from '@/lib/feeds/write-sitemap'
import { feedResponse, noStaticParams } from '@/lib/http/responses'
import { listYears } from '@/lib/posts/reading/list-archive'
import { listPostAddresses } from '@/lib/posts/reading/list-post-addresses'
import { listTags } from '@/lib/posts/reading/list-tags'
import { getBlog, inBlogLanguage } from '@/lib/settings/get-blog'

type Context = { params: Promise<{ file: string }> }

export const dynamic = 'force-static'

/** Seconds. Every write also revalidates the file, like the pages. */
export const revalidate = 300

/**
 * Not rendered at build time, which has no database. Served as `/llms.txt`, `/sitemap.xml` … by
 * rewrites in next.config.ts.
 */
export const generateStaticParams = noStaticParams

async function serveSitemap(): Promise<Response> {
  const { timeZone, language } = await getBlog()
  const [years, tags, posts] = await Promise.all([
    listYears(timeZone),
    listTags(language),
    listPostAddresses(sitemapSize),
  ])
  return feedResponse(writeSitemap({ years, tags, posts }, siteOrigin()), 'application/xml')
}

/** The files that crawlers request by name. */
export async function GET(_: Request, { params }: Context): Promise<Response> {
  const { file } = await params
  return inBlogLanguage(() => serve(file))
}

async function serve(file: string): Promise<Response> {
  if (file === 'llms.txt') {
    const [blog, posts] = await Promise.all([getBlog(), listPostAddresses(llmsPostsMax + 1)])
    return feedResponse(writeLlmsText({ blog, origin: siteOrigin(), posts }), 'text/plain')
  }
  if (file === 'opensearch.xml') {
    return feedResponse(
      writeOpenSearch({ blog: await getBlog(), origin: siteOrigin() }),
      'application/opensearchdescription+xml',
    )
  }
  return file === 'sitemap.xml' ? serveSitemap() : notFound()
}
