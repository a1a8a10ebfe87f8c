import { cronEndpoint } from '@/lib/http/cron-endpoint'
import { otherMethods } from '@/lib/http/endpoint'
import { sendDueMails } from '@/lib/mail/send-due-mails'

/** Sends due mails: those that failed before, and those left behind by a process that died. */
const answer = cronEndpoint(async () => ({ sent: await sendDueMails() }))

// Vercel cron jobs send GET requests.
export { answer as GET, answer as POST }

export const { OPTIONS, PUT, PATCH, DELETE } = otherMethods('GET', 'POST')

export const dynamic = 'force-dynamic'
