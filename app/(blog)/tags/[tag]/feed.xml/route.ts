import { notFound } from 'next/navigation'
import { lastChange, toFeed, writeRssFeed } from '@/lib/feeds/post-feed'
import { feedResponse, movedResponse, noStaticParams } from '@/lib/http/responses'
import { isTagPart, readTag, tagFeedPath, tagPath } from '@/lib/paths'
import { getFeedPosts } from '@/lib/posts/reading/get-feed-posts'

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
  const contents = await toFeed(posts)
  const feed = writeRssFeed({ ...contents, path: tagFeedPath(tag), home: tagPath(tag), tag })
  return feedResponse(feed, 'application/rss+xml', { changedAt: lastChange(contents.entries) })
}
