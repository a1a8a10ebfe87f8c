import { cronRoute } from '@/lib/http/cron-route'
import { deleteExpiredPosts } from '@/lib/posts/editing/delete-post'
import { forgetUnusedWords } from '@/lib/search/forget-unused-words'

/** Deletes posts whose restore period has expired, and search words without a public post. */
export const { GET, POST, OPTIONS, PUT, PATCH, DELETE } = cronRoute(async () => {
  const deleted = await deleteExpiredPosts()
  await forgetUnusedWords()
  return { deleted }
})
