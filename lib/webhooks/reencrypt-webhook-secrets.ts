import 'server-only'
import { decrypt, encrypt } from '@/lib/crypto/encrypt'
import { secrets } from '@/lib/crypto/sign'
import { query } from '@/lib/db/client'

/**
 * Encrypts the signing secrets of all sites under the first secret of the blog, so that older ones
 * can be removed.
 * @throws DatabaseUnavailable
 */
export async function reencryptWebhookSecrets(): Promise<void> {
  if (secrets().length < 2) return
  const sites = await query((client) =>
    client.site.findMany({ where: { NOT: { webhookSecret: '' } } }),
  )
  for (const { id, webhookSecret } of sites) {
    const secret = decrypt('webhook-secret', webhookSecret)
    if (secret === undefined) continue
    // The owner may have rotated it in the meantime.
    await query((client) =>
      client.site.updateMany({
        where: { id, webhookSecret },
        data: { webhookSecret: encrypt('webhook-secret', secret) },
      }),
    )
  }
}
