import { cronEndpoint } from '@/lib/http/cron-endpoint'
import { otherMethods } from '@/lib/http/endpoint'
import { deleteOldMails } from '@/lib/mail/delete-old-mails'

/** Deletes mails sent more than a week ago, and addresses that no comment refers to. */
const answer = cronEndpoint(async () => ({ deleted: await deleteOldMails() }))

// Vercel cron jobs send GET requests.
export { answer as GET, answer as POST }

export const { OPTIONS, PUT, PATCH, DELETE } = otherMethods('GET', 'POST')

export const dynamic = 'force-dynamic'
