import { cronEndpoint } from '@/lib/http/cron-endpoint'
import { otherMethods } from '@/lib/http/endpoint'
import { keepMarks } from '@/lib/views/keep-marks'

/**
 * Creates the partition for the next day's view marks, and deletes marks and salts older than 48
 * hours.
 */
const keep = cronEndpoint(() => keepMarks())

// Vercel cron jobs send GET requests.
export { keep as GET, keep as POST }

export const { OPTIONS, PUT, PATCH, DELETE } = otherMethods('GET', 'POST')

export const dynamic = 'force-dynamic'
