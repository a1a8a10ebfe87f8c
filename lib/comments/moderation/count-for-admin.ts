import 'server-only'
import { createHash } from 'node:crypto'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { boundedCount } from '@/lib/db/bounded-count'
import { query } from '@/lib/db/client'
import { Prisma } from '@/lib/generated/prisma/client'
import { countMax } from '@/lib/text/count-max'
import {
  type AdminCounts,
  type AdminQuestion,
  commentStatuses,
  type KnownToList,
} from './moderation'
import { inTab, matches, newestFirst } from './moderation-filter'

const bounded = (condition: Prisma.Sql, order = Prisma.empty) =>
  boundedCount(Prisma.sql`SELECT 1 FROM comments WHERE ${condition} ${order}`)

/**
 * Counted from the newest on, by the index that lists them: of what a rule held often, its own index has all at once. What has
 * certain words is found by the index of words, in no order, and the first that come will do.
 */
const boundedMatches = (question: AdminQuestion) =>
  bounded(matches(question), question.search ? Prisma.empty : newestFirst)

/**
 * How many comments stand in each tab, `countMax + 1` for more than that.
 * @throws AppError `unauthorized`; DatabaseUnavailable
 */
export async function countForAdmin(actor: Actor | undefined): Promise<AdminCounts> {
  requireRole(actor, 'moderator')
  const columns = commentStatuses.map(
    (status) => Prisma.sql`${bounded(inTab(status))} AS ${Prisma.raw(status)}`,
  )
  const [counts] = await query(
    (client) => client.$queryRaw<AdminCounts[]>`SELECT ${Prisma.join(columns)}`,
  )
  return counts ?? { pending: 0, published: 0, spam: 0, deleted: 0 }
}

/**
 * How many comments a question finds, `countMax + 1` for more than that.
 * @throws AppError `unauthorized`; DatabaseUnavailable
 */
export async function countMatching(
  actor: Actor | undefined,
  question: AdminQuestion,
): Promise<number> {
  requireRole(actor, 'moderator')
  const [row] = await query(
    (client) =>
      client.$queryRaw<{ matching: number }[]>`SELECT ${boundedMatches(question)} AS matching`,
  )
  return row?.matching ?? 0
}

export type AdminNews = {
  /** How many there are that came after the newest one shown. */
  fresh: number
  /** How many the question finds in all, bounded; where the list knows of more than are counted already, still so many. */
  matching: number
  counts: AdminCounts
  /** Changes with them: an entity tag. */
  marker: string
}

/**
 * What has come since a list was drawn, so that it can say so.
 * @throws AppError `unauthorized`; DatabaseUnavailable
 */
export async function getAdminNews(
  actor: Actor | undefined,
  question: AdminQuestion,
  known: KnownToList,
): Promise<AdminNews> {
  requireRole(actor, 'moderator')
  const isFresh = Prisma.sql`${matches(question)} AND comments.id > ${known.newestId}`
  // Of more than are counted none can be seen to have joined: an open admin area reads no thousand texts every few seconds for that.
  const matchingNow =
    known.matching > countMax ? Prisma.sql`${countMax + 1}::integer` : boundedMatches(question)
  const [counts, [row]] = await Promise.all([
    countForAdmin(actor),
    query(
      (client) =>
        client.$queryRaw<
          { fresh: number; matching: number }[]
        >`SELECT ${bounded(isFresh)} AS fresh, ${matchingNow} AS matching`,
    ),
  ])
  const { fresh, matching } = row ?? { fresh: 0, matching: 0 }
  return {
    fresh,
    matching,
    counts,
    marker: createHash('sha256')
      .update(JSON.stringify([fresh, matching, counts]))
      .digest('base64url')
      .slice(0, 16),
  }
}
