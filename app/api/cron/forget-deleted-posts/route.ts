import { cronRoute } from '@/lib/http/cron-route'
import { purgeDeletedPosts } from '@/lib/posts/editing/delete-post'
import { forgetUnusedWords } from '@/lib/search/forget-unused-words'

/** Removes posts deleted long ago, and search words that no other post has. */
export const { GET, POST, OPTIONS, PUT, PATCH, DELETE } = cronRoute(async () => {
  const deleted = await purgeDeletedPosts()
  await forgetUnusedWords()
  return { deleted }
})
