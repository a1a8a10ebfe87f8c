import { cronRoute } from '@/lib/http/cron-route'
import { deleteUnusedLinkPreviews } from '@/lib/link-previews/store/unused-link-previews'

/** Deletes link previews of no post: those unused for a day, and the oldest beyond the cap. */
export const { GET, POST, OPTIONS, PUT, PATCH, DELETE } = cronRoute(async () => ({
  deleted: await deleteUnusedLinkPreviews(),
}))
