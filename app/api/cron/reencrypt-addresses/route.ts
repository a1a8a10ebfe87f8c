import { cronRoute } from '@/lib/http/cron-route'
import { reencryptAddresses } from '@/lib/mail/reencrypt-addresses'

/** Encrypts addresses with the first secret if an older one was used. */
export const { GET, POST, OPTIONS, PUT, PATCH, DELETE } = cronRoute(async () => ({
  resealed: await reencryptAddresses(),
}))
