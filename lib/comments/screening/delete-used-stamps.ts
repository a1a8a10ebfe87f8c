import 'server-only'
import { query } from '@/lib/db/client'

/**
 * Deletes used stamps after 25 hours, in batches. Stamps expire after 24 hours, so they cannot be
 * reused.
 * @returns the number of deleted stamps
 * @throws DatabaseUnavailable
 */
export async function deleteUsedStamps(): Promise<number> {
  return query(
    (client) => client.$executeRaw`
      DELETE FROM used_form_stamps
       WHERE nonce IN (SELECT nonce FROM used_form_stamps
         WHERE used_at < now() - interval '25 hours' ORDER BY used_at LIMIT 10000)`,
  )
}
