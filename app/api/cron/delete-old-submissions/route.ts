import { deleteUsedStamps } from '@/lib/comments/screening/delete-used-stamps'
import { deleteOldSubmissions } from '@/lib/comments/writing/delete-old-submissions'
import { cronEndpoint } from '@/lib/http/cron-endpoint'
import { otherMethods } from '@/lib/http/endpoint'

/** Forgets the keys of submissions, and the stamps of forms, after a day: whoever retries has done so by then. */
const deleteOld = cronEndpoint(async () => {
  await deleteUsedStamps()
  return { deleted: await deleteOldSubmissions() }
})

// Vercel's timers ask by GET.
export { deleteOld as GET, deleteOld as POST }

export const { OPTIONS, PUT, PATCH, DELETE } = otherMethods('GET', 'POST')

export const dynamic = 'force-dynamic'
