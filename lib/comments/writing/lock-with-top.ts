import 'server-only'
import { Prisma } from '@/lib/generated/prisma/client'

/**
 * Returns `locked` as a common table expression: a comment and the top of its thread, locked in the
 * order of their ids. Statements that change the status of a comment must join it, because a
 * trigger updates the reply counts of all ancestors.
 */
export function lockWithTop(id: number): Prisma.Sql {
  return Prisma.sql`
    locked AS MATERIALIZED (
      SELECT id, content, status FROM comments
       WHERE id IN (${id}, (SELECT thread_id FROM comments WHERE id = ${id}))
       ORDER BY id
         FOR NO KEY UPDATE
    )`
}
