import 'server-only'
import { createHmac, randomBytes } from 'node:crypto'

/** Returns a new signing secret in the form of the Standard Webhooks specification. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`

/**
 * Returns the headers of a signed webhook
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md).
 * @param id the same for every attempt, so that a receiver can ignore duplicates
 * @param sentAt time of the attempt, which receivers compare with their clocks
 */
export function webhookHeaders(
  secret: string,
  id: string,
  body: string,
  sentAt: Date,
): Record<string, string> {
  const timestamp = Math.floor(sentAt.getTime() / 1_000)
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  }
}
