import 'server-only'
import { createHmac } from 'node:crypto'
import { dayOf } from '@/lib/text/day'
import { type DailySalt, saltOf, saltsAround } from './daily-salt'

/**
 * A network (an address, or the /64 of one, as `clientAddress` says) under the salt of a day: HMAC-SHA-256 in
 * base64url. Nothing leads back from it once the salt is gone, after 48 hours.
 * @throws DatabaseUnavailable
 */
export async function networkHash(network: string, at = new Date()): Promise<string> {
  return hash(await saltOf(at), network)
}

/**
 * The hashes under which a network may have been seen within 48 hours: today's first. The salts are read once a day.
 * @throws DatabaseUnavailable
 */
export async function recentNetworkHashes(network: string, at = new Date()): Promise<string[]> {
  const salts = await saltsAround(at)
  return salts.filter(({ day }) => day <= dayOf(at)).map((salt) => hash(salt, network))
}

function hash({ salt }: DailySalt, network: string): string {
  return createHmac('sha256', salt).update(network).digest('base64url')
}
