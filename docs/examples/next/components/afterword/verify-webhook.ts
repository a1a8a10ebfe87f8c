import { createHmac, timingSafeEqual } from 'node:crypto'

/** Seconds by which the clocks may differ. Older requests may be replays. */
const toleranceSeconds = 300

/**
 * Returns true if a webhook has a valid signature (https://www.standardwebhooks.com).
 * @param secret the site's webhook secret, `whsec_…`
 */
export function isSigned(headers: Headers, body: string, secret: string): boolean {
  const id = headers.get('webhook-id')
  const timestamp = headers.get('webhook-timestamp')
  const isRecent = Math.abs(Date.now() / 1_000 - Number(timestamp)) <= toleranceSeconds
  if (!id || !timestamp || !isRecent || !secret) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
  const signatures = headers.get('webhook-signature')?.split(' ') ?? []
  return signatures.some((signature) => {
    const [version, text = ''] = signature.split(',')
    const given = Buffer.from(text, 'base64')
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
}
