import 'server-only'
import { keyedHashes } from '@/lib/crypto/encrypt'
import { isSigned, sign } from '@/lib/crypto/sign'
import { normaliseAddress } from './reader-address'

export const proofSeconds = 365 * 86_400

/**
 * What a browser is given once an address was confirmed in it: it names the address by its keyed hash alone.
 * @param hash as `ReaderAddress` keeps it
 */
export function addressProof(hash: string, at = new Date()): string {
  const text = `${hash}.${Math.floor(at.getTime() / 1_000) + proofSeconds}`
  return `${text}.${sign('address-proof', text)}`
}

/** Whether a browser has shown that the address is its reader's. */
export function provesAddress(
  proof: string | undefined,
  address: string,
  at = new Date(),
): boolean {
  const [hash = '', until = '', signature = ''] = proof?.split('.') ?? []
  if (
    !isSigned('address-proof', `${hash}.${until}`, signature) ||
    Number(until) * 1_000 < at.getTime()
  )
    return false
  return keyedHashes('reader-address', normaliseAddress(address)).includes(hash)
}
