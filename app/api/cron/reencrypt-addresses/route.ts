import { cronEndpoint } from '@/lib/http/cron-endpoint'
import { otherMethods } from '@/lib/http/endpoint'
import { reencryptAddresses } from '@/lib/mail/reencrypt-addresses'

/** Seals addresses under the first secret that an older one sealed. */
const answer = cronEndpoint(async () => ({ resealed: await reencryptAddresses() }))

// Vercel's timers ask by GET.
export { answer as GET, answer as POST }

export const { OPTIONS, PUT, PATCH, DELETE } = otherMethods('GET', 'POST')

export const dynamic = 'force-dynamic'
