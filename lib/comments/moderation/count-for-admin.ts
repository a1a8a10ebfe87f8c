import 'server-only'
import { cache } from 'react'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { queryRows } from '@/lib/db/client'
import { Prisma } from '@/lib/generated/prisma/client'
import { countMax } from '@/lib/text/count-max'
import { filterCondition, inTab, newestFirst } from './list-for-admin'
import { isModeratedBy } from './moderated-sites'
import { type AdminCounts, type AdminQuery, commentStatuses } from './moderation'

/** Returns SQL for the number of comments up to `countMax + 1`, which bounds the cost. */
const bounded = (condition: Prisma.Sql, order = Prisma.empty) => Prisma.sql`
  (SELECT count(*)::integer
     FROM (SELECT 1 FROM comments WHERE ${condition} ${order} LIMIT ${countMax + 1}) AS counted)`

/**
 * Returns SQL for the number of matches up to a bound, newest first to use the index of the list. A
 * text search uses the trigram index, which has no order.
 */
const boundedMatches = (actor: Actor, filter: AdminQuery) =>
  bounded(filterCondition(actor, filter), filter.search ? Prisma.empty : newestFirst)

/**
 * Counts the comments in each tab, once per render; `countMax + 1` means more.
 * @throws AppError `unauthorized`; DatabaseUnavailable
 */
export const countForAdmin = cache(async (actor: Actor | undefined): Promise<AdminCounts> => {
  requireRole(actor, 'moderator')
  const columns = commentStatuses.map(
    (status) =>
      Prisma.sql`${bounded(Prisma.sql`${inTab[status]} AND ${isModeratedBy(actor)}`)}
        AS ${Prisma.raw(status)}`,
  )
  const [counts] = await queryRows<AdminCounts>`SELECT ${Prisma.join(columns)}`
  return counts ?? { pending: 0, published: 0, spam: 0, deleted: 0 }
})

/**
 * Counts the comments that match a query; `countMax + 1` means more.
 * @throws AppError `unauthorized`; DatabaseUnavailable
 */
export async function countMatching(actor: Actor | undefined, filter: AdminQuery): Promise<number> {
  requireRole(actor, 'moderator')
  const [row] = await queryRows<{ matching: number }>`
    SELECT ${boundedMatches(actor, filter)} AS matching`
  return row?.matching ?? 0
}

export type AdminNews = {
  /** Number of comments newer than the newest one shown. */
  fresh: number
  /** Number of matches; `countMax + 1` means more. */
  matching: number
  counts: AdminCounts
}

/**
 * Returns the changes since a list was rendered.
 * @param newestId the highest comment id in the list
 * @throws AppError `unauthorized`; DatabaseUnavailable
 */
export async function getAdminNews(
  actor: Actor | undefined,
  filter: AdminQuery,
  newestId: number,
): Promise<AdminNews> {
  requireRole(actor, 'moderator')
  const isFresh = Prisma.sql`${filterCondition(actor, filter)} AND comments.id > ${newestId}`
  const [counts, [row]] = await Promise.all([
    countForAdmin(actor),
    queryRows<{ fresh: number; matching: number }>`
      SELECT ${bounded(isFresh)} AS fresh, ${boundedMatches(actor, filter)} AS matching`,
  ])
  return { fresh: 0, matching: 0, ...row, counts }
}
