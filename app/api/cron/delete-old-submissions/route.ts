import { deleteOldSubmissions } from '@/lib/comments/writing/delete-old-submissions'
import { cronRoute } from '@/lib/http/cron-route'
import { deleteExpiredUploads } from '@/lib/importers/comments/store-upload'

/**
 * Deletes idempotency keys and form stamps after one day, when no client retries any more, and
 * deletes uploaded exports.
 */
export const { GET, POST, OPTIONS, PUT, PATCH, DELETE } = cronRoute(async () => ({
  deleted: (await deleteOldSubmissions()) + (await deleteExpiredUploads()),
}))
