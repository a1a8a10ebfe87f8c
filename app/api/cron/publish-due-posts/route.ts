import { cronRoute } from '@/lib/http/cron-route'
import { purgeMovedPost } from '@/lib/http/purge-pages'
import { findDuePosts, noteShown } from '@/lib/posts/editing/due-posts'

/** Revalidates the pages of posts that have become due. Queries include them without this. */
export const { GET, POST, OPTIONS, PUT, PATCH, DELETE } = cronRoute(async () => {
  const posts = await findDuePosts()
  for (const { slug } of posts) purgeMovedPost(slug)
  await noteShown(posts)
  return { published: posts.length }
})
