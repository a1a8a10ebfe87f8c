import 'server-only'
import { query } from '@/lib/db/client'

/** Hours for which a network is recognised. After that, its hashes and their salts are deleted. */
export const networkKeptHours = 48

/**
 * Deletes salts that made no hash within the last 48 hours. From then on, nobody can derive a
 * network from the hashes.
 * @returns the number of deleted salts
 * @throws DatabaseUnavailable
 */
export async function deleteOldSalts(at = new Date()): Promise<number> {
  const oldestDay = new Date(at.getTime() - networkKeptHours * 3_600_000).toISOString().slice(0, 10)
  return query(
    (client) => client.$executeRaw`DELETE FROM daily_salts WHERE day < ${oldestDay}::date`,
  )
}
