import { cronEndpoint } from '@/lib/http/cron-endpoint'
import { otherMethods } from '@/lib/http/endpoint'
import { forgetDeletedPosts } from '@/lib/posts/editing/delete-post'
import { forgetUnusedWords } from '@/lib/search/forget-unused-words'

/** Nothing public changes: what ends here was hidden when it was deleted. With the posts go the words that none has any more. */
const forgetDeleted = cronEndpoint(async () => {
  const deleted = await forgetDeletedPosts()
  await forgetUnusedWords()
  return { deleted }
})

// Vercel's timers ask by GET.
export { forgetDeleted as GET, forgetDeleted as POST }

export const { OPTIONS, PUT, PATCH, DELETE } = otherMethods('GET', 'POST')

export const dynamic = 'force-dynamic'
