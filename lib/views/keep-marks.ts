import 'server-only'
import { query } from '@/lib/db/client'
import { deleteOldSalts } from '@/lib/network-hash/delete-old-salts'
import { dayOf } from '@/lib/text/day'

/**
 * Makes the partitions that the next marks of readers go to, and deletes what has been kept for 48 hours: the marks, a
 * day at once, and the salts they were made with. The views of networks and of posts by minute go after an hour,
 * and what verdicts on suspects were about after a day.
 * @returns how many days of marks and how many salts were deleted
 * @throws DatabaseUnavailable
 */
export async function keepMarks(at = new Date()): Promise<{ days: number; salts: number }> {
  const [before, today, next] = [dayOf(at, -1), dayOf(at), dayOf(at, 1)]
  const [row] = await query(
    (client) => client.$queryRaw<{ days: number }[]>`
      SELECT view_marks_prepare(${today}::date)::text, view_marks_prepare(${next}::date)::text, view_marks_drop(${before}::date) AS days`,
  )
  await query(
    (client) =>
      client.$executeRaw`DELETE FROM view_bursts WHERE minute < ${at}::timestamptz - interval '1 hour'`,
  )
  await query(
    (client) =>
      client.$executeRaw`DELETE FROM view_minutes WHERE minute < ${at}::timestamptz - interval '1 hour'`,
  )
  await query(
    (client) =>
      client.$executeRaw`DELETE FROM judged_suspects WHERE judged_at < ${at}::timestamptz - interval '24 hours'`,
  )
  return { days: row?.days ?? 0, salts: await deleteOldSalts(at) }
}
