import 'server-only'
import { encrypt, keyedHashes } from '@/lib/crypto/encrypt'
import { readSignedToken, signedToken } from '@/lib/crypto/sign'

/** Returns an address in lower case, since mail services ignore case in the local part too. */
export function normaliseAddress(address: string): string {
  return address.normalize('NFC').toLowerCase()
}

/** Encrypts an address, and hashes it for lookup. */
export function encryptAddress(address: string): { hash: string; encryptedAddress: string } {
  return {
    hash: addressHashes(address)[0],
    encryptedAddress: encrypt('reader-address', normaliseAddress(address)),
  }
}

/** Returns the hashes of an address under all configured secrets. */
export function addressHashes(address: string): [string, ...string[]] {
  return keyedHashes('reader-address', normaliseAddress(address))
}

export const proofSeconds = 365 * 86_400

/**
 * Returns the proof for a browser in which an address was confirmed. It contains only the keyed
 * hash of the address.
 * @param hash as stored with the address
 */
export function addressProof(hash: string, at = new Date()): string {
  const text = `${hash}.${Math.floor(at.getTime() / 1_000) + proofSeconds}`
  return signedToken('address-proof', text)
}

/** Returns true if the proof is valid for the address. */
export function isAddressProven(
  proof: string | undefined,
  address: string,
  at = new Date(),
): boolean {
  const [hash = '', until = ''] = readSignedToken('address-proof', proof ?? '')?.split('.') ?? []
  return Number(until) * 1_000 >= at.getTime() && addressHashes(address).includes(hash)
}
