import { cronEndpoint } from '@/lib/http/cron-endpoint'
import { otherMethods } from '@/lib/http/endpoint'
import { forgetAddresses } from '@/lib/readers/forget-addresses'

/** Forgets the mails that are done with, and the addresses that no comment carries any more. */
const forget = cronEndpoint(() => forgetAddresses())

// Vercel's timers ask by GET.
export { forget as GET, forget as POST }

export const { OPTIONS, PUT, PATCH, DELETE } = otherMethods('GET', 'POST')

export const dynamic = 'force-dynamic'
