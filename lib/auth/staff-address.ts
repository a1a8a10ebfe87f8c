import 'server-only'
import { z } from 'zod'
import { encrypt, keyedHashes } from '@/lib/crypto/encrypt'
import { normaliseAddress } from '@/lib/mail/reader-address'

/** A typed address: at most 254 characters (RFC 5321, 4.5.3.1.3). */
export const addressInput = z.string().trim().max(254).pipe(z.email())

/**
 * Returns the stored form of an address for each configured secret, that of the first secret first:
 * a keyed hash in the form of an address, so that the table reveals no addresses.
 */
export function standInsOf(address: string): [string, ...string[]] {
  const standIn = (hash: string) =>
    `${Buffer.from(hash, 'base64url').toString('hex')}@sealed.invalid`
  const [first, ...others] = keyedHashes('staff-address', normaliseAddress(address))
  return [standIn(first), ...others.map(standIn)]
}

/** Hashes and encrypts an address with the first of the configured secrets. */
export function sealStaffAddress(address: string): { email: string; sealedEmail: string } {
  return {
    email: standInsOf(address)[0],
    sealedEmail: encrypt('staff-address', normaliseAddress(address)),
  }
}
