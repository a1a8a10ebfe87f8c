import { cronEndpoint } from '@/lib/http/cron-endpoint'
import { otherMethods } from '@/lib/http/endpoint'
import { purgeMovedPost } from '@/lib/http/purge-pages'
import { findDuePosts, noteShown } from '@/lib/posts/editing/due-posts'

/**
 * Revalidates the pages of posts that have become due. Database queries include them without this.
 */
const publishDue = cronEndpoint(async () => {
  const posts = await findDuePosts()
  for (const { slug } of posts) purgeMovedPost(slug)
  await noteShown(posts)
  return { published: posts.length }
})

// Vercel cron jobs send GET requests.
export { publishDue as GET, publishDue as POST }

export const { OPTIONS, PUT, PATCH, DELETE } = otherMethods('GET', 'POST')

export const dynamic = 'force-dynamic'
