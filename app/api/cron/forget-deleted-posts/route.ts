import { cronEndpoint } from '@/lib/http/cron-endpoint'
import { otherMethods } from '@/lib/http/endpoint'
import { forgetDeletedPosts } from '@/lib/posts/editing/delete-post'
import { forgetUnusedWords } from '@/lib/search/forget-unused-words'

/**
 * Removes posts deleted long ago, and search words that no other post has. Public pages do not
 * change, because deleted posts are already hidden.
 */
const forgetDeleted = cronEndpoint(async () => {
  const deleted = await forgetDeletedPosts()
  await forgetUnusedWords()
  return { deleted }
})

// Vercel cron jobs send GET requests.
export { forgetDeleted as GET, forgetDeleted as POST }

export const { OPTIONS, PUT, PATCH, DELETE } = otherMethods('GET', 'POST')

export const dynamic = 'force-dynamic'
