import 'server-only'
import { z } from 'zod'
import { encrypt, keyedHashes } from '@/lib/crypto/encrypt'
import { normaliseAddress } from '@/lib/mail/reader-address'

/** An address of the staff, as it is kept: `email` is what Better Auth takes for one, and tells nobody anything. */
export type StaffAddress = { email: string; sealed: string }

/** What may be typed as an address. An address has at most 254 characters (RFC 5321, 4.5.3.1.3). */
export const addressInput = z
  .string({ error: 'is missing' })
  .trim()
  .max(254, 'may have at most 254 characters')
  .pipe(z.email('must be an e-mail address'))

/** Hexadecimal: Better Auth lower-cases what it is given. */
const standIn = (hash: string) => `${Buffer.from(hash, 'base64url').toString('hex')}@sealed.invalid`

/** Under the first of the secrets. */
export function sealStaffAddress(address: string): StaffAddress {
  const normalised = normaliseAddress(address)
  return {
    email: standIn(keyedHashes('staff-address', normalised)[0]),
    sealed: encrypt('staff-address', normalised),
  }
}

/** Under which names a row may stand: one for each of the secrets, the first one's first. */
export function standInsOf(address: string): [string, ...string[]] {
  const [first, ...others] = keyedHashes('staff-address', normaliseAddress(address))
  return [standIn(first), ...others.map(standIn)]
}
