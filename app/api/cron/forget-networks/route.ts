import { forgetNetworks } from '@/lib/comments/forget-networks'
import { cronEndpoint } from '@/lib/http/cron-endpoint'
import { otherMethods } from '@/lib/http/endpoint'

/** Forgets networks after 48 hours, and the salts they were hashed under. (Next to nothing is to be done where it ran an hour ago.) */
const forget = cronEndpoint(() => forgetNetworks())

// Vercel's timers ask by GET.
export { forget as GET, forget as POST }

export const { OPTIONS, PUT, PATCH, DELETE } = otherMethods('GET', 'POST')

export const dynamic = 'force-dynamic'
