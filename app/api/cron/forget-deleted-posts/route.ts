import { cronEndpoint } from '@/lib/http/cron-endpoint'
import { otherMethods } from '@/lib/http/endpoint'
import { forgetDeletedPosts } from '@/lib/posts/delete-post'

/** Nothing public changes: what ends here was hidden when it was deleted. */
const forgetDeleted = cronEndpoint(async () => ({ deleted: await forgetDeletedPosts() }))

// Vercel's timers ask by GET.
export { forgetDeleted as GET, forgetDeleted as POST }

export const { OPTIONS, PUT, PATCH, DELETE } = otherMethods('GET', 'POST')

export const dynamic = 'force-dynamic'
