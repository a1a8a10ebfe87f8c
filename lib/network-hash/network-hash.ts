import 'server-only'
import { createHmac } from 'node:crypto'
import { dayOf } from '@/lib/text/day'
import { type DailySalt, saltsAround } from './daily-salt'

/**
 * Hashes a network (an address or /64 as returned by `clientAddress`) with the salt of a day:
 * HMAC-SHA-256 in base64url. It cannot be reversed once the salt is deleted, after 48 hours.
 * @throws DatabaseUnavailable
 */
export async function networkHash(network: string, at = new Date()): Promise<string> {
  return hash((await saltsAround(at))[0], network)
}

/**
 * Returns the hashes under which a network may have been recorded within 48 hours, today's first.
 * @throws DatabaseUnavailable
 */
export async function recentNetworkHashes(network: string, at = new Date()): Promise<string[]> {
  const salts = await saltsAround(at)
  return salts.filter(({ day }) => day <= dayOf(at)).map((salt) => hash(salt, network))
}

function hash({ salt }: DailySalt, network: string): string {
  return createHmac('sha256', salt).update(network).digest('base64url')
}
