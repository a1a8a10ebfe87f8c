import 'server-only'
import { z } from 'zod'
import { encrypt, keyedHashes } from '@/lib/crypto/encrypt'
import { normaliseAddress } from '@/lib/mail/reader-address'

/**
 * The stored form of a staff address: `email` is a keyed hash in the form of an address, as Better
 * Auth needs one.
 */
export type StaffAddress = { email: string; sealed: string }

/** A typed address: at most 254 characters (RFC 5321, 4.5.3.1.3). */
export const addressInput = z
  .string({ error: 'is missing' })
  .trim()
  .max(254, 'may have at most 254 characters')
  .pipe(z.email('must be an e-mail address'))

/** Uses hexadecimal because Better Auth converts addresses to lower case. */
const standIn = (hash: string) => `${Buffer.from(hash, 'base64url').toString('hex')}@sealed.invalid`

/** Hashes and encrypts an address with the first of the configured secrets. */
export function sealStaffAddress(address: string): StaffAddress {
  const normalised = normaliseAddress(address)
  return {
    email: standIn(keyedHashes('staff-address', normalised)[0]),
    sealed: encrypt('staff-address', normalised),
  }
}

/**
 * Returns the possible values of `email` for an address: one per configured secret, that of the
 * first secret first.
 */
export function standInsOf(address: string): [string, ...string[]] {
  const [first, ...others] = keyedHashes('staff-address', normaliseAddress(address))
  return [standIn(first), ...others.map(standIn)]
}
