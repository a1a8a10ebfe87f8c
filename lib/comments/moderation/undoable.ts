import 'server-only'
import { Prisma } from '@/lib/generated/prisma/client'
import { commentVersion } from './comment-version'

/**
 * Whether a verdict, the last one (`judgement`) on its comment (`comments`), can be taken back. Where that publishes words
 * or puts an edit back, they must be those that the verdict left: what its author wrote since, nobody has judged. To hide
 * a comment again, its words may have changed.
 */
export const isUndoable = Prisma.sql`(
  judgement.to_status = comments.status AND comments.content <> ''
  AND (judgement.version = ${commentVersion} OR judgement.from_status <> 'published' AND judgement.waiting_before IS NULL))`
