import { deleteOldSubmissions } from '@/lib/comments/writing/delete-old-submissions'
import { cronRoute } from '@/lib/http/cron-route'

/** Deletes idempotency keys and form stamps after one day, when no client retries any more. */
export const { GET, POST, OPTIONS, PUT, PATCH, DELETE } = cronRoute(async () => ({
  deleted: await deleteOldSubmissions(),
}))
