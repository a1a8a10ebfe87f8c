import { notFound } from 'next/navigation'
import { listNewestComments } from '@/lib/comments/reading/list-newest-comments'
import { siteOrigin } from '@/lib/env'
import { writeCommentFeed } from '@/lib/feeds/comment-feed'
import {
  lastChange,
  toFeed,
  writeAtomFeed,
  writeJsonFeed,
  writeRssFeed,
} from '@/lib/feeds/post-feed'
import { feedResponse, noStaticParams } from '@/lib/http/responses'
import { postFeeds } from '@/lib/paths'
import { getFeedPosts } from '@/lib/posts/reading/get-feed-posts'
import { inBlogLanguage } from '@/lib/settings/get-blog'

type Context = { params: Promise<{ feed: string }> }

export const dynamic = 'force-static'

/** Seconds. Every write also revalidates the file, like the pages. */
export const revalidate = 300

/**
 * Not rendered at build time, which has no database. Served as `/comments.xml`, `/feed.xml` … by
 * rewrites in next.config.ts.
 */
export const generateStaticParams = noStaticParams

const writers = {
  '/feed.xml': writeRssFeed,
  '/atom.xml': writeAtomFeed,
  '/feed.json': writeJsonFeed,
}

export async function GET(_: Request, { params }: Context): Promise<Response> {
  const { feed } = await params
  if (feed === 'comments.xml') {
    return feedResponse(
      await inBlogLanguage(async () =>
        writeCommentFeed({ origin: siteOrigin(), comments: await listNewestComments() }),
      ),
      'application/atom+xml',
    )
  }
  const known = postFeeds.find(({ path }) => path === `/${feed}`)
  if (!known) notFound()
  const contents = await toFeed(await getFeedPosts())
  const text = writers[known.path]({ ...contents, path: known.path, home: '/' })
  return feedResponse(text, known.mediaType, { changedAt: lastChange(contents.entries) })
}
