import { notFound } from 'next/navigation'
import { siteOrigin } from '@/lib/env'
import { llmsPostsMax, writeLlmsText } from '@/lib/feeds/write-llms-text'
import { writeOpenSearch } from '@/lib/feeds/write-open-search'
import {
  addressesOfLists,
  addressesOfPosts,
  sitemapSize,
  writeSitemap,
  writeSitemapIndex,
} from '@/lib/feeds/write-sitemap'
import { feedResponse } from '@/lib/http/responses'
import { dateLists, dateNewestPost } from '@/lib/posts/reading/list-archive'
import {
  hasMorePosts,
  listPostAddresses,
  listPostTitles,
  listSitemapParts,
} from '@/lib/posts/reading/list-post-addresses'
import { listTags } from '@/lib/posts/reading/list-tags'
import { getBlog } from '@/lib/settings/get-blog'

type Context = { params: Promise<{ file: string }> }

export const dynamic = 'force-static'

/** Seconds. Every write also revalidates the file, like the pages. */
export const revalidate = 300

/**
 * Not rendered at build time, which has no database. Served as `/llms.txt`, `/sitemap.xml` … by
 * rewrites in next.config.ts.
 */
export function generateStaticParams() {
  return []
}

const serveAddresses = (addresses: Parameters<typeof writeSitemap>[0]) =>
  feedResponse(writeSitemap(addresses, siteOrigin()), 'application/xml')

const readLists = async () => dateLists((await getBlog()).timeZone)

/** Returns the sitemap, or a sitemap index if it takes several files. */
async function serveSitemap(): Promise<Response> {
  const [tags, isLong] = await Promise.all([listTags(), hasMorePosts(sitemapSize)])
  if (isLong || tags.length > sitemapSize) {
    const [publishedAt, parts] = await Promise.all([dateNewestPost(), listSitemapParts()])
    return feedResponse(
      writeSitemapIndex({ tags: tags.length, publishedAt, parts }, siteOrigin()),
      'application/xml',
    )
  }
  const [lists, posts] = await Promise.all([readLists(), listPostAddresses()])
  return serveAddresses([...addressesOfLists(lists), ...addressesOfPosts(posts)])
}

async function serveSitemapPart(part: number, ofLists: boolean): Promise<Response> {
  const addresses = ofLists
    ? addressesOfLists(await readLists(), part)
    : addressesOfPosts(await listPostAddresses(part))
  return addresses.length === 0 ? notFound() : serveAddresses(addresses)
}

/** The files that crawlers request by name. */
export async function GET(_: Request, { params }: Context): Promise<Response> {
  const { file } = await params
  if (file === 'llms.txt') {
    const [blog, posts] = await Promise.all([getBlog(), listPostTitles(llmsPostsMax + 1)])
    return feedResponse(writeLlmsText({ blog, origin: siteOrigin(), posts }), 'text/plain')
  }
  if (file === 'opensearch.xml') {
    return feedResponse(
      writeOpenSearch({ blog: await getBlog(), origin: siteOrigin() }),
      'application/opensearchdescription+xml',
    )
  }
  if (file === 'sitemap.xml') return serveSitemap()
  const [, lists, part] = /^sitemap-(lists-)?([1-9]\d{0,5})\.xml$/.exec(file) ?? []
  return part === undefined ? notFound() : serveSitemapPart(Number(part), lists !== undefined)
}
