import 'server-only'
import { query } from '@/lib/db/client'

/** Hours for which a retry of a submission is recognised. */
export const submissionKeptHours = 24

/** Hours for which used stamps are kept: longer than their lifetime, so that none can be reused. */
const stampKeptHours = 25

/**
 * Deletes submissions older than a day, and the used stamps of forms.
 * @returns the number of deleted submissions
 * @throws DatabaseUnavailable
 */
export async function deleteOldSubmissions(): Promise<number> {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  await query((client) =>
    client.usedFormStamp.deleteMany({ where: { usedAt: { lt: hoursAgo(stampKeptHours) } } }),
  )
  const { count } = await query((client) =>
    client.commentSubmission.deleteMany({
      where: { createdAt: { lt: hoursAgo(submissionKeptHours) } },
    }),
  )
  return count
}
