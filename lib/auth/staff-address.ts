import 'server-only'
import { encrypt, keyedHashes } from '@/lib/crypto/encrypt'
import { normaliseAddress } from '@/lib/mail/reader-address'

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
