import { cronRoute } from '@/lib/http/cron-route'
import { deleteOldWebhooks } from '@/lib/webhooks/due-webhooks'
import { sendDueWebhooks } from '@/lib/webhooks/send-webhooks'

/** Sends due webhooks: those that failed before, and those left behind by a process that died. */
export const { GET, POST, OPTIONS, PUT, PATCH, DELETE } = cronRoute(async () => ({
  sent: await sendDueWebhooks(),
  deleted: await deleteOldWebhooks(),
}))
