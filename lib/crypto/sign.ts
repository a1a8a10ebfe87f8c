import 'server-only'
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { env } from '@/lib/env'

/** What a signature is for: one made for one purpose is none for another. */
export type Purpose =
  | 'edit-comment'
  | 'show-image'
  | 'reader-data'
  | 'rate-limit'
  | 'submission'
  | 'session'
  | 'known-browser'
  | 'invitation'
  | 'password-reset'
  | 'verify-address'
  | 'unsubscribe'
  | 'address-proof'
  | 'form-stamp'
  | 'judged'

const shared = globalThis as typeof globalThis & { afterwordOwnSecret?: string }

/** Without a configured secret (in development alone) signatures hold as long as the process. Next loads this file more than once. */
function ownSecret(): string {
  shared.afterwordOwnSecret ??= randomBytes(32).toString('base64url')
  return shared.afterwordOwnSecret
}

/**
 * Signs a text, with the first of the configured secrets.
 * @returns HMAC-SHA-256 (RFC 2104) in base64url, 43 characters
 */
export function sign(purpose: Purpose, text: string): string {
  const [secret = ownSecret()] = secrets()
  return hmac(secret, purpose, text)
}

/** Whether a signature was made by any of the configured secrets, so that they can be rotated. */
export function isSigned(purpose: Purpose, text: string, signature: string): boolean {
  const given = Buffer.from(signature)
  return secrets().some((secret) => {
    const own = Buffer.from(hmac(secret, purpose, text))
    return own.length === given.length && timingSafeEqual(own, given)
  })
}

function hmac(secret: string, purpose: Purpose, text: string): string {
  return createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('base64url')
}

/** The configured secrets, the one that signs first. */
export function secrets(): string[] {
  return env().AUTH_SECRET ?? [ownSecret()]
}
