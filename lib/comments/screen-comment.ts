import 'server-only'
import type { CommentInput } from './comment-input'

/** What becomes of a comment that is written or changed. */
export type Verdict = 'published' | 'pending' | 'spam'

/** Judges a comment before it is stored: the one place. For now every well-formed one is published. */
export function screenComment(_: Pick<CommentInput, 'content'>): Verdict {
  return 'published'
}
