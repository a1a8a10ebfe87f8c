import { cronRoute } from '@/lib/http/cron-route'
import { reencryptAddresses } from '@/lib/mail/reencrypt-addresses'
import { reencryptWebhookSecrets } from '@/lib/webhooks/reencrypt-webhook-secrets'

/** Encrypts addresses and webhook secrets with the first secret if an older one was used. */
export const { GET, POST, OPTIONS, PUT, PATCH, DELETE } = cronRoute(async () => {
  await reencryptWebhookSecrets()
  return { reencrypted: await reencryptAddresses() }
})
