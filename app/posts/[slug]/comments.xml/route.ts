import { readPost } from '@/app/posts/[slug]/read-post'
import { writeCommentFeed } from '@/components/comments/comment-feed'
import { listNewestComments } from '@/lib/comments/list-newest-comments'
import { env } from '@/lib/env'
import { feedResponse } from '@/lib/http/feed-response'

type Context = { params: Promise<{ slug: string }> }

export const dynamic = 'force-static'

/** Seconds: purged by every write, and renewed like the page of its post. */
export const revalidate = 300

/** None is made at build time, which has no database: each is made when first asked for. */
export function generateStaticParams() {
  return []
}

export async function GET(_: Request, { params }: Context): Promise<Response> {
  const post = await readPost((await params).slug, '/comments.xml')
  return feedResponse(
    await writeCommentFeed({ origin: env().SITE_URL, post, comments: await listNewestComments(post.slug) }),
    'application/atom+xml',
  )
}
