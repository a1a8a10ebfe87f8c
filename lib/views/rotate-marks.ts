import 'server-only'
import { executeSql, queryRows } from '@/lib/db/client'
import { Prisma } from '@/lib/generated/prisma/client'
import { likeKeptDays } from '@/lib/likes/set-like'
import { deleteOldSalts } from '@/lib/network-hash/daily-salt'
import { dayOf } from '@/lib/text/day'

/**
 * Creates the partitions for the next marks. Deletes marks, one day at a time, and salts after 48
 * hours; views by network and by minute after an hour; suspicious views a day after their verdict;
 * marks of likes after 30 days.
 * @returns the numbers of deleted days of marks and of deleted salts
 * @throws DatabaseUnavailable
 */
export async function rotateMarks(at = new Date()): Promise<{ days: number; salts: number }> {
  const before = dayOf(at, -1)
  const today = dayOf(at)
  const next = dayOf(at, 1)
  const [row] = await queryRows<{ days: number }>`
    SELECT view_marks_prepare(${today}::date)::text, view_marks_prepare(${next}::date)::text,
      view_marks_drop(${before}::date) AS days`
  for (const old of [
    Prisma.sql`view_bursts WHERE minute < ${at}::timestamptz - interval '1 hour'`,
    Prisma.sql`view_minutes WHERE minute < ${at}::timestamptz - interval '1 hour'`,
    Prisma.sql`like_marks
      WHERE created_at < ${at}::timestamptz - ${likeKeptDays} * interval '1 day'`,
    Prisma.sql`judged_suspects WHERE judged_at < ${at}::timestamptz - interval '24 hours'`,
  ])
    await executeSql`DELETE FROM ${old}`
  return { days: row?.days ?? 0, salts: await deleteOldSalts(at) }
}
