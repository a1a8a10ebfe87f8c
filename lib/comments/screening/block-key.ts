import 'server-only'
import { keyedHashes } from '@/lib/crypto/encrypt'

/**
 * A network as a block keeps it: HMAC-SHA-256 under a key that nothing else has, in base64url. It outlives the day's
 * salt, and is stored with a comment only as long as that is.
 */
export function blockKeyOf(network: string): string {
  return keyedHashes('network-block', network)[0]
}

/** The same for each of the configured secrets, so that a block outlives their rotation. */
export function blockKeysOf(network: string): string[] {
  return keyedHashes('network-block', network)
}
