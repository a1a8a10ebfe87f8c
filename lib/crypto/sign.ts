import 'server-only'
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { env } from '@/lib/env'

/** The purpose of a signature. A signature for one purpose is not valid for another. */
export type Purpose =
  | 'edit-comment'
  | 'show-image'
  | 'reader-data'
  | 'rate-limit'
  | 'submission'
  | 'session'
  | 'known-browser'
  | 'verify-address'
  | 'unsubscribe'
  | 'address-proof'
  | 'form-stamp'
  | 'moderate-comment'
  | 'like'
  | 'doctor'

const shared = globalThis as typeof globalThis & { afterwordOwnSecret?: string }

/**
 * Returns a random secret for development, global because Next.js loads this file more than once.
 */
function ownSecret(): string {
  shared.afterwordOwnSecret ??= randomBytes(32).toString('base64url')
  return shared.afterwordOwnSecret
}

/**
 * Signs a string with the first of the configured secrets.
 * @returns HMAC-SHA-256 (RFC 2104) in base64url, 43 characters
 */
export function sign(purpose: Purpose, text: string): string {
  const [secret = ''] = secrets()
  return hmac(secret, purpose, text)
}

/** Returns whether any configured secret made a signature, so that secrets can be rotated. */
export function verifySignature(purpose: Purpose, text: string, signature: string): boolean {
  const given = Buffer.from(signature)
  return secrets().some((secret) => {
    const own = Buffer.from(hmac(secret, purpose, text))
    return own.length === given.length && timingSafeEqual(own, given)
  })
}

/** Returns a string followed by a dot and its signature. */
export function signedToken(purpose: Purpose, text: string): string {
  return `${text}.${sign(purpose, text)}`
}

/** Returns the text of a token that `signedToken` made; undefined if it is forged. */
export function readSignedToken(purpose: Purpose, token: string): string | undefined {
  const end = token.lastIndexOf('.')
  const text = token.slice(0, Math.max(0, end))
  return verifySignature(purpose, text, token.slice(end + 1)) ? text : undefined
}

function hmac(secret: string, purpose: Purpose, text: string): string {
  return createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('base64url')
}

/** Returns the configured secrets; the first one signs. */
export function secrets(): string[] {
  return env().AUTH_SECRET ?? [ownSecret()]
}
