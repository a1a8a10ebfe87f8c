import { notFound } from 'next/navigation'
import { siteOrigin } from '@/lib/env'
import { lastChange, toFeedEntry, writeRssFeed } from '@/lib/feeds/post-feed'
import { feedResponse, movedResponse, noStaticParams } from '@/lib/http/responses'
import { isTagPart, readTag, tagFeedPath, tagPath } from '@/lib/paths'
import { getFeedPosts } from '@/lib/posts/reading/get-feed-posts'
import { getBlog, inBlogLanguage } from '@/lib/settings/get-blog'

type Context = { params: Promise<{ tag: string }> }

export const dynamic = 'force-static'

/** Seconds. Every write also revalidates it, like the page of its tag. */
export const revalidate = 300

export const generateStaticParams = noStaticParams

export async function GET(_: Request, { params }: Context): Promise<Response> {
  const { tag: part } = await params
  const tag = readTag(part) ?? notFound()
  const posts = await getFeedPosts(tag)
  if (posts.length === 0) notFound()
  if (!isTagPart(part, tag)) return movedResponse(tagFeedPath(tag))
  const origin = siteOrigin()
  const [blog, entries] = await Promise.all([
    getBlog(),
    inBlogLanguage(() => Promise.all(posts.map((post) => toFeedEntry(post, origin)))),
  ])
  const feed = writeRssFeed({
    blog,
    origin,
    path: tagFeedPath(tag),
    home: tagPath(tag),
    tag,
    entries,
  })
  return feedResponse(feed, 'application/rss+xml', { changedAt: lastChange(entries) })
}
