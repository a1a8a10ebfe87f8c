import 'server-only'
import { createHmac } from 'node:crypto'
import { saltsAround } from '@/lib/network-hash/daily-salt'
import { dayOf } from '@/lib/text/day'

/** What texts come to under the salt of one UTC day. */
export type Hashes = { day: string; hashes: string[] }

/**
 * Texts under each salt under which they may have been seen within 24 hours: those of the day and of the day before it.
 * @returns a list of hashes a salt, the day's own first, in the order of the texts: HMAC-SHA-256 cut to 128 bits, as a UUID
 * is written without its dashes
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
