import 'server-only'
import { query } from '@/lib/db/client'

/**
 * Forgets stamps that were used more than a day ago, some at a time: by then they are too old to be used again.
 * @returns how many
 * @throws DatabaseUnavailable
 */
export async function deleteUsedStamps(): Promise<number> {
  return query(
    (client) => client.$executeRaw`
      DELETE FROM used_form_stamps
       WHERE nonce IN (SELECT nonce FROM used_form_stamps WHERE used_at < now() - interval '25 hours' ORDER BY used_at LIMIT 10000)`,
  )
}
