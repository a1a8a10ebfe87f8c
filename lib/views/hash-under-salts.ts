import 'server-only'
import { createHmac } from 'node:crypto'
import { saltsAround } from '@/lib/network-hash/daily-salt'
import { dayOf } from '@/lib/text/day'

/** Hashes of texts under the salt of one UTC day. */
export type Hashes = { day: string; hashes: string[] }

/**
 * Hashes texts under each salt of the last 24 hours: those of the day and of the day before.
 * @returns one list of hashes per salt, the current day first, in the order of the texts:
 * HMAC-SHA-256 truncated to 128 bits, formatted as a UUID without dashes
 * @throws DatabaseUnavailable
 */
export async function hashUnderSalts(
  texts: string[],
  at = new Date(),
): Promise<[Hashes, ...Hashes[]]> {
  const [own, ...others] = await saltsAround(at)
  const under = ({ day, salt }: typeof own): Hashes => ({
    day,
    hashes: texts.map((text) => createHmac('sha256', salt).update(text).digest('hex').slice(0, 32)),
  })
  const yesterday = dayOf(at, -1)
  return [under(own), ...others.filter(({ day }) => day >= yesterday).map(under)]
}
