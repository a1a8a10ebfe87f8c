import { createHmac } from 'node:crypto'

/** The secret that the blog under test signs with. */
export const authSecret = 'test secret of at least 32 characters'

/** Returns a text with the blog's signature for a purpose (see lib/crypto/sign.ts). */
export function signed(purpose: string, text: string): string {
  const hmac = createHmac('sha256', authSecret).update(`${purpose}\n${text}`)
  return `${text}.${hmac.digest('base64url')}`
}
