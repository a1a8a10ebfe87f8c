import 'server-only'
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { secrets } from './sign'

/** The purpose of an encrypted or hashed text. A key for one purpose does not decrypt another. */
export type EncryptionPurpose =
  | 'reader-address'
  | 'staff-address'
  | 'staff-link'
  | 'network-block'
  | 'second-factor'
  | 'sign-in'
  | 'webhook-secret'

const nonceBytes = 12
const tagBytes = 16
const keyBytes = 32

/**
 * Derives a key from a secret with HKDF (RFC 5869), so that no two purposes share a key. Stored
 * data depends on the names of the purposes, so do not change them.
 */
function keyOf(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'afterword', purpose, keyBytes))
}

/**
 * Encrypts a string with AES-256-GCM (NIST SP 800-38D) under the first of the configured secrets.
 * @returns nonce, ciphertext and tag in base64url
 */
export function encrypt(purpose: EncryptionPurpose, text: string): string {
  const [secret = ''] = secrets()
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret, `seal ${purpose}`), nonce)
  return Buffer.concat([
    nonce,
    cipher.update(text, 'utf8'),
    cipher.final(),
    cipher.getAuthTag(),
  ]).toString('base64url')
}

/** Decrypts a string with any of the configured secrets; undefined if none of them matches. */
export function decrypt(purpose: EncryptionPurpose, encrypted: string): string | undefined {
  const bytes = Buffer.from(encrypted, 'base64url')
  if (bytes.length < nonceBytes + tagBytes) return undefined
  for (const secret of secrets()) {
    const decipher = createDecipheriv(
      'aes-256-gcm',
      keyOf(secret, `seal ${purpose}`),
      bytes.subarray(0, nonceBytes),
      { authTagLength: tagBytes },
    )
    decipher.setAuthTag(bytes.subarray(-tagBytes))
    try {
      return Buffer.concat([
        decipher.update(bytes.subarray(nonceBytes, -tagBytes)),
        decipher.final(),
      ]).toString('utf8')
    } catch {
      // Encrypted with another secret, or tampered with: try the next secret.
    }
  }
  return undefined
}

/**
 * Returns the keyed hashes with which a string can be found although it is not stored: HMAC-SHA-256
 * in base64url, one per configured secret. New rows store the first; searches match all, so that
 * hashes of older secrets are found.
 */
export function keyedHashes(purpose: EncryptionPurpose, text: string): [string, ...string[]] {
  const [first = '', ...others] = secrets().map((secret) =>
    createHmac('sha256', keyOf(secret, `hash ${purpose}`))
      .update(text)
      .digest('base64url'),
  )
  return [first, ...others]
}
