import 'server-only'
import { z } from 'zod'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { commentIdMax } from '@/lib/comments/comment'
import { queryRows } from '@/lib/db/client'
import { NotFound } from '@/lib/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { invalid } from '@/lib/i18n/error-text'
import { isModeratedBy } from './moderated-sites'
import { commentStatuses, type SeenComment } from './moderation'

/**
 * Version of the text to be moderated, including a pending edit: 128 bits of a SHA-256 hash, so
 * that an author cannot construct another text with the same version. The length separates the two
 * texts.
 */
export const commentVersion = Prisma.sql`
  left(encode(sha256(convert_to(
    length(comments.content) || ':' || comments.content
      || coalesce(':' || comments.waiting_content, ''),
    'UTF8'
  )), 'hex'), 32)`

/**
 * Condition that the last verdict (`judgement`) on a comment (`comments`) can be undone. Text that
 * becomes public must be unchanged since the verdict.
 */
export const isUndoable = Prisma.sql`(
  judgement.to_status = comments.status AND comments.content <> ''
  AND (judgement.version = ${commentVersion} OR judgement.from_status <> 'published'
    AND judgement.waiting_before IS NULL))`

/**
 * Returns the current version of a comment, for actions outside the admin area.
 * @throws NotFound; AppError `unauthorized`; DatabaseUnavailable
 */
export async function getCommentVersion(actor: Actor | undefined, id: number) {
  requireRole(actor, 'moderator')
  const [seen] = await queryRows<SeenComment>`
    SELECT id, status::text AS status, ${commentVersion} AS version FROM comments
     WHERE id = ${id} AND ${isModeratedBy(actor)}`
  if (!seen) throw new NotFound('comment', id)
  return seen
}

/** Parses a comment as `encodeSeenComment` writes it. */
export const seenComment = z
  .string()
  .regex(
    new RegExp(`^[1-9]\\d{0,9}\\.(?:${commentStatuses.join('|')})\\.[0-9a-f]{32}$`),
    invalid('seenComment'),
  )
  .transform((text): SeenComment => {
    const [id = '', status = '', version = ''] = text.split('.')
    return { id: Number(id), status: z.enum(commentStatuses).parse(status), version }
  })
  .refine(({ id }) => id <= commentIdMax, invalid('seenComment'))
