import { cronEndpoint } from '@/lib/http/cron-endpoint'
import { otherMethods } from '@/lib/http/endpoint'
import { keepMarks } from '@/lib/views/keep-marks'

/** Makes room for the marks of the next day, and forgets those of 48 hours ago with their salts. */
const keep = cronEndpoint(() => keepMarks())

// Vercel's timers ask by GET.
export { keep as GET, keep as POST }

export const { OPTIONS, PUT, PATCH, DELETE } = otherMethods('GET', 'POST')

export const dynamic = 'force-dynamic'
