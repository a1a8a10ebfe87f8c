import 'server-only'
import { Prisma } from '@/lib/generated/prisma/client'

/**
 * `locked` as a common table expression: a comment, locked after the top of its thread. Whoever changes the status of a
 * comment has to lock them in this order, and join `locked`: a trigger counts the change on all above it, and one who answers
 * the comment meanwhile holds the top and waits for the comment.
 *
 * Of very many who come at once, PostgreSQL may still have one give way: what a statement locks and what it updates can be two versions of
 * a row, each with others waiting. `query` runs it again.
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
