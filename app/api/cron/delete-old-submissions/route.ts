import { deleteOldSubmissions } from '@/lib/comments/delete-old-submissions'
import { cronEndpoint } from '@/lib/http/cron-endpoint'
import { otherMethods } from '@/lib/http/endpoint'

/** Forgets the keys of submissions after a day: whoever retries has done so by then. */
const deleteOld = cronEndpoint(async () => ({ deleted: await deleteOldSubmissions() }))

// Vercel's timers ask by GET.
export { deleteOld as GET, deleteOld as POST }

export const { OPTIONS, PUT, PATCH, DELETE } = otherMethods('GET', 'POST')

export const dynamic = 'force-dynamic'
