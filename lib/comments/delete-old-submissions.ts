import 'server-only'
import { query } from '@/lib/db'

/**
 * Forgets submissions of more than a day ago, some at a time, so that no run takes long.
 * @returns how many
 * @throws DatabaseAway
 */
export async function deleteOldSubmissions(): Promise<number> {
  return query(
    (client) => client.$executeRaw`
      DELETE FROM comment_submissions
       WHERE key IN (SELECT key FROM comment_submissions WHERE created_at < now() - interval '24 hours' ORDER BY created_at LIMIT 10000)`,
  )
}
