import 'server-only'
import { encrypt, keyedHashes } from '@/lib/crypto/encrypt'
import { normaliseAddress } from '@/lib/mail/reader-address'

/**
 * Returns the keyed hashes of an address, one for each configured secret in order. They have the
 * form of an address, as the column requires, and the table reveals no addresses.
 */
export function staffAddressHashes(address: string): [string, ...string[]] {
  const toAddress = (hash: string) =>
    `${Buffer.from(hash, 'base64url').toString('hex')}@sealed.invalid`
  const [first, ...others] = keyedHashes('staff-address', normaliseAddress(address))
  return [toAddress(first), ...others.map(toAddress)]
}

/** Hashes and encrypts an address with the first of the configured secrets. */
export function encryptStaffAddress(address: string): { email: string; encryptedEmail: string } {
  return {
    email: staffAddressHashes(address)[0],
    encryptedEmail: encrypt('staff-address', normaliseAddress(address)),
  }
}
