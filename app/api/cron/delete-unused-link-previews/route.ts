import { cronEndpoint } from '@/lib/http/cron-endpoint'
import { otherMethods } from '@/lib/http/endpoint'
import { deleteUnusedLinkPreviews } from '@/lib/link-previews/store/use-link-preview'

/**
 * Deletes link previews that no post uses: those unused for a day, and the oldest beyond the cap.
 */
const deleteUnused = cronEndpoint(async () => ({ deleted: await deleteUnusedLinkPreviews() }))

// Vercel cron jobs send GET requests.
export { deleteUnused as GET, deleteUnused as POST }

export const { OPTIONS, PUT, PATCH, DELETE } = otherMethods('GET', 'POST')

export const dynamic = 'force-dynamic'
