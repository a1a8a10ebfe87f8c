import { notFound } from 'next/navigation'
import { writeCommentFeed } from '@/components/comments/comment-feed'
import { listNewestComments } from '@/lib/comments/list-newest-comments'
import { env } from '@/lib/env'
import { feedResponse } from '@/lib/http/feed-response'

type Context = { params: Promise<{ feed: string }> }

export const dynamic = 'force-static'

/** Seconds: purged by every write, and renewed like the pages. */
export const revalidate = 300

/** Not made at build time, which has no database. It is read as `/comments.xml` (see next.config.ts). */
export function generateStaticParams() {
  return []
}

export async function GET(_: Request, { params }: Context): Promise<Response> {
  if ((await params).feed !== 'comments') notFound()
  return feedResponse(await writeCommentFeed({ origin: env().SITE_URL, comments: await listNewestComments() }))
}
