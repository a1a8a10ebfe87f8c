import 'server-only'
import { query } from '@/lib/db/client'

/** How long a network is known again: what was hashed, and the salts it was hashed under, are gone after so many hours. */
export const networkKeptHours = 48

/**
 * Deletes the salts under which nothing younger than 48 hours was hashed: from then on nobody, we included, can tell
 * which networks stand behind the hashes that were made with them.
 * @returns how many
 * @throws DatabaseUnavailable
 */
export async function deleteOldSalts(at = new Date()): Promise<number> {
  const oldestDay = new Date(at.getTime() - networkKeptHours * 3_600_000).toISOString().slice(0, 10)
  return query(
    (client) => client.$executeRaw`DELETE FROM daily_salts WHERE day < ${oldestDay}::date`,
  )
}
