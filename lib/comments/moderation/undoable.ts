import 'server-only'
import { Prisma } from '@/lib/generated/prisma/client'
import { commentVersion } from './comment-version'

/**
 * Condition that the last verdict (`judgement`) on a comment (`comments`) can be undone. If the
 * undo publishes text or restores an edit, the text must be unchanged since the verdict. If it
 * hides the comment, the text may have changed.
 */
export const isUndoable = Prisma.sql`(
  judgement.to_status = comments.status AND comments.content <> ''
  AND (judgement.version = ${commentVersion} OR judgement.from_status <> 'published'
    AND judgement.waiting_before IS NULL))`
