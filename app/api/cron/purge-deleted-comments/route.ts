import { purgeDeletedComments } from '@/lib/comments/moderation/purge-deleted-comments'
import { cronEndpoint } from '@/lib/http/cron-endpoint'
import { otherMethods } from '@/lib/http/endpoint'

/**
 * Clears the text of deleted comments. Public pages do not change, because these comments are
 * already hidden.
 */
const purgeDeleted = cronEndpoint(async () => ({ purged: await purgeDeletedComments() }))

// Vercel cron jobs send GET requests.
export { purgeDeleted as GET, purgeDeleted as POST }

export const { OPTIONS, PUT, PATCH, DELETE } = otherMethods('GET', 'POST')

export const dynamic = 'force-dynamic'
