import { cronRoute } from '@/lib/http/cron-route'
import { purgeMovedPost } from '@/lib/http/purge-pages'
import { findDuePosts, recordShown } from '@/lib/posts/editing/due-posts'
import { publishDueUpdates } from '@/lib/posts/editing/publish-post'

/**
 * Publishes scheduled updates, and revalidates the pages of posts that have become due. Queries
 * include due posts even before this runs.
 */
export const { GET, POST, OPTIONS, PUT, PATCH, DELETE } = cronRoute(async () => {
  const previousSlugs = await publishDueUpdates()
  const posts = await findDuePosts()
  for (const slug of [...previousSlugs, ...posts.map(({ slug }) => slug)]) purgeMovedPost(slug)
  await recordShown(posts)
  return { published: posts.length }
})
