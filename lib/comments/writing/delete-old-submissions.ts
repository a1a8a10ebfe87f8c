import 'server-only'
import { query } from '@/lib/db/client'

/** Hours for which a retry of a submission is recognised. */
export const submissionKeptHours = 24

/**
 * Deletes submissions older than a day, in batches that limit the duration of a run.
 * @returns the number of deleted submissions
 * @throws DatabaseUnavailable
 */
export async function deleteOldSubmissions(): Promise<number> {
  return query(
    (client) => client.$executeRaw`
      DELETE FROM comment_submissions
       WHERE key IN (SELECT key FROM comment_submissions
         WHERE created_at < now() - ${submissionKeptHours} * interval '1 hour' ORDER BY created_at
         LIMIT 10000)`,
  )
}

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
