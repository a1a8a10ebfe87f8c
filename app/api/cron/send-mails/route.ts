import { cronRoute } from '@/lib/http/cron-route'
import { sendDueMails } from '@/lib/mail/send-due-mails'

/** Sends due e-mails: those that failed before, and those left behind by a process that died. */
export const { GET, POST, OPTIONS, PUT, PATCH, DELETE } = cronRoute(async () => ({
  sent: await sendDueMails(),
}))
