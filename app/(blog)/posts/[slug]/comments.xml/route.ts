import { postRoute } from '@/app/(blog)/posts/[slug]/read-post'
import { listNewestComments } from '@/lib/comments/reading/list-newest-comments'
import { countOfPost } from '@/lib/comments/reading/list-threads'
import { siteOrigin } from '@/lib/env'
import { writeCommentFeed } from '@/lib/feeds/comment-feed'
import { feedResponse, noStaticParams } from '@/lib/http/responses'
import { inBlogLanguage } from '@/lib/settings/get-blog'

export const dynamic = 'force-static'

/** Seconds. Every write also revalidates it, like the page of its post. */
export const revalidate = 300

export const generateStaticParams = noStaticParams

export const GET = postRoute('/comments.xml', async (post) => {
  const [comments, count] = await Promise.all([
    listNewestComments(post.slug),
    countOfPost(post.slug),
  ])
  return feedResponse(
    await inBlogLanguage(() => writeCommentFeed({ origin: siteOrigin(), post, comments })),
    'application/atom+xml',
    // Pages poll the number of comments with `HEAD`.
    { headers: { 'X-Total-Count': String(count.comments) } },
  )
})
