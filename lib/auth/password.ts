import 'server-only'
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'

export const passwordCharactersMin = 12
/** The limit bounds the cost of hashing. */
export const passwordCharactersMax = 200

/** A new password. Only its length is restricted (NIST SP 800-63B, 3.1.1). */
export const newPassword = z.string().min(passwordCharactersMin).max(passwordCharactersMax)

/** Runs in the thread pool of Node.js, which also limits the number of concurrent runs. */
const scryptAsync = promisify<string, string, number, ScryptOptions, Buffer>(scrypt)

/**
 * Derives a key with scrypt (RFC 7914), which uses 32 MB and takes tens of milliseconds. Stored
 * hashes depend on these parameters.
 */
function deriveKey(password: string, salt: string): Promise<Buffer> {
  const cost = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1_024 * 1_024 }
  return scryptAsync(password.normalize('NFKC'), salt, 64, cost)
}

/**
 * Hashes a password for storage.
 * @returns `salt:key` in hexadecimal, the format of Better Auth, which made older hashes
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16).toString('hex')
  return `${salt}:${(await deriveKey(password, salt)).toString('hex')}`
}

/**
 * Returns whether a password belongs to a stored hash. Takes the same time if there is no hash, so
 * that timing does not reveal known addresses (OWASP Authentication Cheat Sheet).
 */
export async function verifyPassword(password: string, hash?: string | null): Promise<boolean> {
  const [salt = '', key = ''] = hash?.split(':') ?? []
  const derived = await deriveKey(password, salt)
  const expected = Buffer.from(key, 'hex')
  return derived.length === expected.length && timingSafeEqual(derived, expected)
}
