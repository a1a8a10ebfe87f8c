import { cronEndpoint } from '@/lib/http/cron-endpoint'
import { otherMethods } from '@/lib/http/endpoint'
import { sendDueMails } from '@/lib/mail/send-due-mails'

/** Sends what is due: what could not leave at once, and what a process that died has left behind. */
const answer = cronEndpoint(async () => ({ sent: await sendDueMails() }))

// Vercel's timers ask by GET.
export { answer as GET, answer as POST }

export const { OPTIONS, PUT, PATCH, DELETE } = otherMethods('GET', 'POST')

export const dynamic = 'force-dynamic'
