import { cronEndpoint } from '@/lib/http/cron-endpoint'
import { otherMethods } from '@/lib/http/endpoint'
import { deleteOldWebhooks } from '@/lib/webhooks/due-webhooks'
import { sendDueWebhooks } from '@/lib/webhooks/send-webhooks'

/** Sends due webhooks: those that failed before, and those left behind by a process that died. */
const answer = cronEndpoint(async () => ({
  sent: await sendDueWebhooks(),
  deleted: await deleteOldWebhooks(),
}))

// Vercel cron jobs send GET requests.
export { answer as GET, answer as POST }

export const { OPTIONS, PUT, PATCH, DELETE } = otherMethods('GET', 'POST')

export const dynamic = 'force-dynamic'
