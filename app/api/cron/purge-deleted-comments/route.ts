import { purgeDeletedComments } from '@/lib/comments/moderation/purge-deleted-comments'
import { cronEndpoint } from '@/lib/http/cron-endpoint'
import { otherMethods } from '@/lib/http/endpoint'

/** Nothing public changes: what is blanked here was hidden when it was deleted. */
const purgeDeleted = cronEndpoint(async () => ({ purged: await purgeDeletedComments() }))

// Vercel's timers ask by GET.
export { purgeDeleted as GET, purgeDeleted as POST }

export const { OPTIONS, PUT, PATCH, DELETE } = otherMethods('GET', 'POST')

export const dynamic = 'force-dynamic'
