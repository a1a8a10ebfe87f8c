import 'server-only'
import { encrypt, keyedHashes } from '@/lib/crypto/encrypt'

/** An encrypted address, and its keyed hash for lookup. */
export type ReaderAddress = { hash: string; sealed: string }

/**
 * Returns the canonical spelling of an address, in lower case. Mail services ignore case in the
 * local part too.
 */
export function normaliseAddress(address: string): string {
  return address.normalize('NFC').toLowerCase()
}

export function sealAddress(address: string): ReaderAddress {
  const normalised = normaliseAddress(address)
  return {
    hash: keyedHashes('reader-address', normalised)[0],
    sealed: encrypt('reader-address', normalised),
  }
}

/** Returns the hashes of an address under all configured secrets. */
export function addressHashes(address: string): string[] {
  return keyedHashes('reader-address', normaliseAddress(address))
}
