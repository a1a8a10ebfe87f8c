import { deleteOldSubmissions } from '@/lib/comments/writing/delete-old-submissions'
import { cronEndpoint } from '@/lib/http/cron-endpoint'
import { otherMethods } from '@/lib/http/endpoint'

/**
 * Deletes the idempotency keys of submissions and the stamps of forms after one day, when no client
 * retries any more.
 */
const deleteOld = cronEndpoint(async () => ({ deleted: await deleteOldSubmissions() }))

// Vercel cron jobs send GET requests.
export { deleteOld as GET, deleteOld as POST }

export const { OPTIONS, PUT, PATCH, DELETE } = otherMethods('GET', 'POST')

export const dynamic = 'force-dynamic'
