import 'server-only'
import { keyedHashes } from '@/lib/crypto/encrypt'

/**
 * Returns the key of a blocked network: HMAC-SHA-256 under a dedicated key, in base64url. It
 * outlives the daily salt, but is stored with a comment only as long as the salted hash.
 */
export function blockKeyOf(network: string): string {
  return keyedHashes('network-block', network)[0]
}

/** Returns the keys under all configured secrets, so that a block survives their rotation. */
export function blockKeysOf(network: string): string[] {
  return keyedHashes('network-block', network)
}
