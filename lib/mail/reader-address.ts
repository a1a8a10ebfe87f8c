import 'server-only'
import { encrypt, keyedHashes } from '@/lib/crypto/encrypt'

/** An address as it is kept: sealed, and a keyed hash by which it is found again. */
export type ReaderAddress = { hash: string; sealed: string }

/** One address has one spelling: the host in small letters, and the part before it too, as every mail service takes it. */
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

/** All hashes under which an address may be kept: one for each configured secret. */
export function addressHashes(address: string): string[] {
  return keyedHashes('reader-address', normaliseAddress(address))
}
