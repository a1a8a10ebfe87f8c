import 'server-only'
import { decodeCursor } from '@/lib/comments/reading/comment-cursor'
import { likePattern } from '@/lib/db/like-pattern'
import { Prisma } from '@/lib/generated/prisma/client'
import type { AdminQuestion, CommentStatus } from './moderation'

/**
 * Conditions of the tabs. A pending edit has to be judged, although the earlier text is public. The
 * conditions match those of the partial indexes literally.
 */
const tabs: Record<CommentStatus, Prisma.Sql> = {
  pending: Prisma.sql`(comments.status = 'pending'::comment_status
    OR (comments.status = 'published'::comment_status AND comments.waiting_since IS NOT NULL))`,
  published: Prisma.sql`comments.status = 'published'::comment_status`,
  spam: Prisma.sql`comments.status = 'spam'::comment_status`,
  deleted: Prisma.sql`comments.status = 'deleted'::comment_status`,
}

export function inTab(status: CommentStatus): Prisma.Sql {
  return tabs[status]
}

/** Matches reasons of the text or of the pending edit. Each half has its own index. */
const isFoundBy = (reasons: string) =>
  Prisma.sql`(comments.screening @> ${reasons}::jsonb
    OR (comments.waiting_since IS NOT NULL AND comments.waiting_screening @> ${reasons}::jsonb))`

/** Returns the condition for a query, without the page. */
export function matches({
  status,
  search,
  post,
  author,
  network,
  rule,
}: AdminQuestion): Prisma.Sql {
  const conditions = [inTab(status)]
  if (search) {
    const words = likePattern(search)
    conditions.push(
      Prisma.sql`(comments.content ILIKE ${words} OR comments.author_name ILIKE ${words})`,
    )
  }
  if (post !== undefined)
    conditions.push(Prisma.sql`comments.post_id = (SELECT id FROM posts WHERE slug = ${post})`)
  if (author !== undefined) conditions.push(Prisma.sql`comments.author_name = ${author}`)
  if (network !== undefined)
    conditions.push(
      Prisma.sql`comments.network_key = (SELECT network_key FROM comments WHERE id = ${network})`,
    )
  if (rule !== undefined) conditions.push(isFoundBy(JSON.stringify([{ rule }])))
  return Prisma.join(conditions, ' AND ')
}

/** Order of all lists in the admin area and of the indexes of its tabs. */
export const newestFirst = Prisma.sql`ORDER BY comments.created_at DESC, comments.id DESC`

/**
 * Returns the condition for comments after the last one of the previous page. It uses the index at
 * any depth.
 * @throws AppError `invalid-parameters` for an invalid cursor
 */
export function isAfterCursor(after: string | undefined): Prisma.Sql {
  if (after === undefined) return Prisma.sql`true`
  const { createdAt, id } = decodeCursor(after)
  return Prisma.sql`(comments.created_at, comments.id) < (${createdAt.toISOString()}::timestamptz,
    ${id}::integer)`
}
