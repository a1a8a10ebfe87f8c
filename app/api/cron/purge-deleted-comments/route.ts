import { purgeDeletedComments } from '@/lib/comments/moderation/purge-deleted-comments'
import { cronRoute } from '@/lib/http/cron-route'

/** Clears the text of deleted comments, which public pages already hide. */
export const { GET, POST, OPTIONS, PUT, PATCH, DELETE } = cronRoute(async () => ({
  purged: await purgeDeletedComments(),
}))
