import { cronEndpoint } from '@/lib/http/cron-endpoint'
import { otherMethods } from '@/lib/http/endpoint'
import { purgeMovedPost } from '@/lib/http/purge-pages'
import { findDuePosts, noteShown } from '@/lib/posts/editing/due-posts'

/** Lets pages show the posts whose time has come. What is asked of the database shows them by itself. */
const publishDue = cronEndpoint(async () => {
  const posts = await findDuePosts()
  for (const { slug } of posts) purgeMovedPost(slug)
  await noteShown(posts)
  return { published: posts.length }
})

// Vercel's timers ask by GET.
export { publishDue as GET, publishDue as POST }

export const { OPTIONS, PUT, PATCH, DELETE } = otherMethods('GET', 'POST')

export const dynamic = 'force-dynamic'
