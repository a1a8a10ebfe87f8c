import 'server-only'
import { query } from '@/lib/db/client'

/** Hours for which a retry of a submission is known for one. */
export const submissionKeptHours = 24

/**
 * Forgets submissions of more than a day ago, some at a time, so that no run takes long.
 * @returns how many
 * @throws DatabaseUnavailable
 */
export async function deleteOldSubmissions(): Promise<number> {
  return query(
    (client) => client.$executeRaw`
      DELETE FROM comment_submissions
       WHERE key IN (SELECT key FROM comment_submissions WHERE created_at < now() - ${submissionKeptHours} * interval '1 hour' ORDER BY created_at LIMIT 10000)`,
  )
}
