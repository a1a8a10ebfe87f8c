import { cronEndpoint } from '@/lib/http/cron-endpoint'
import { otherMethods } from '@/lib/http/endpoint'
import { reencryptAddresses } from '@/lib/mail/reencrypt-addresses'

/** Encrypts addresses with the first secret if an older one was used. */
const answer = cronEndpoint(async () => ({ resealed: await reencryptAddresses() }))

// Vercel cron jobs send GET requests.
export { answer as GET, answer as POST }

export const { OPTIONS, PUT, PATCH, DELETE } = otherMethods('GET', 'POST')

export const dynamic = 'force-dynamic'
