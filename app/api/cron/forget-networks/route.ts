import { forgetNetworks } from '@/lib/comments/forget-networks'
import { cronEndpoint } from '@/lib/http/cron-endpoint'
import { otherMethods } from '@/lib/http/endpoint'

/**
 * Deletes networks and their salts after 48 hours. A run within an hour of the last one has little
 * to do.
 */
const forget = cronEndpoint(() => forgetNetworks())

// Vercel cron jobs send GET requests.
export { forget as GET, forget as POST }

export const { OPTIONS, PUT, PATCH, DELETE } = otherMethods('GET', 'POST')

export const dynamic = 'force-dynamic'
