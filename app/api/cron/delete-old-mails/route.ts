import { cronEndpoint } from '@/lib/http/cron-endpoint'
import { otherMethods } from '@/lib/http/endpoint'
import { deleteOldMails } from '@/lib/mail/delete-old-mails'

/** Forgets what was mailed a week ago, and addresses that no comment names any more. */
const answer = cronEndpoint(async () => ({ deleted: await deleteOldMails() }))

// Vercel's timers ask by GET.
export { answer as GET, answer as POST }

export const { OPTIONS, PUT, PATCH, DELETE } = otherMethods('GET', 'POST')

export const dynamic = 'force-dynamic'
