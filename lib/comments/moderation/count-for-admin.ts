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
 * Counts the comments that match a query, newest first to use the index of the list; `countMax + 1`
 * means more. A text search uses the trigram index, which has no order.
 * @throws AppError `unauthorized`; DatabaseUnavailable
 */
export async function countMatching(actor: Actor | undefined, filter: AdminQuery): Promise<number> {
  requireRole(actor, 'moderator')
  const order = filter.search ? Prisma.empty : newestFirst
  const [row] = await queryRows<{ matching: number }>`
    SELECT ${bounded(filterCondition(actor, filter), order)} AS matching`
  return row?.matching ?? 0
}

/**
 * Returns the changes since a list was rendered: the numbers of newer comments (`fresh`) and of all
 * matches, and the counts of the tabs.
 * @param newestId the highest comment id in the list
 * @throws AppError `unauthorized`; DatabaseUnavailable
 */
export async function getAdminNews(actor: Actor | undefined, filter: AdminQuery, newestId: number) {
  requireRole(actor, 'moderator')
  const isFresh = Prisma.sql`${filterCondition(actor, filter)} AND comments.id > ${newestId}`
  const [counts, matching, [row]] = await Promise.all([
    countForAdmin(actor),
    countMatching(actor, filter),
    queryRows<{ fresh: number }>`SELECT ${bounded(isFresh)} AS fresh`,
  ])
  return { fresh: row?.fresh ?? 0, matching, counts }
}
