import 'server-only'
import { Prisma } from '@/lib/generated/prisma/client'

/**
 * Returns `locked` as a common table expression: comments and the tops of their threads, locked in
 * the order of their ids. Statements that change the status of a comment must join it, because a
 * trigger updates the reply counts of all ancestors.
 * @param ids a query that selects ids
 */
export function lockWithTop(ids: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    locked AS MATERIALIZED (
      SELECT * FROM comments
       WHERE id IN (${ids} UNION SELECT thread_id FROM comments WHERE id IN (${ids}))
       ORDER BY id
         FOR NO KEY UPDATE
    )`
}
