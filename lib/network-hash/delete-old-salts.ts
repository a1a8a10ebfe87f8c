import 'server-only'
import { query } from '@/lib/db/client'
import { dayOf } from '@/lib/text/day'

/** Hours for which a network is recognised. After that, its hashes and their salts are deleted. */
export const networkKeptHours = 48

/**
 * Deletes salts that made no hash within the last 48 hours. From then on, nobody can derive a
 * network from the hashes.
 * @returns the number of deleted salts
 * @throws DatabaseUnavailable
 */
export function deleteOldSalts(at = new Date()): Promise<number> {
  const oldestDay = dayOf(at, -networkKeptHours / 24)
  return query(
    (client) => client.$executeRaw`DELETE FROM daily_salts WHERE day < ${oldestDay}::date`,
  )
}
