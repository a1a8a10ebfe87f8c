import type { FieldError } from '@/lib/errors'
import type { EditedPost, TheirPost } from '@/lib/posts/editing/edited-post'
import type { ComparedLine } from '@/lib/posts/versions/compare-texts'

/** What was typed, as the form holds it. */
export type TypedPost = Pick<
  EditedPost,
  'revision' | 'slug' | 'title' | 'summary' | 'cover' | 'coverAlt' | 'content'
> & {
  tags: string
  /** The time it is scheduled for, by the clock of the blog. */
  at: string
}

/** What the form says when it is shown again: all that was typed, and why it was not saved. */
export type PostFormState = {
  /** Counts the refusals, so that each shows its own fields. */
  refusals: number
  fault?: string
  errors?: FieldError[]
  typed?: TypedPost
  /** The words are saved, by this revision and slug; `done` says what was done with them, unless that was refused. */
  saved?: { revision: number; slug: string; done?: string }
  /** What somebody else saved meanwhile, and how the typed text differs from it. */
  theirs?: Pick<TheirPost, 'revision' | 'savedAt' | 'by'> & { lines: ComparedLine[] }
}

/** The form of a post, as its fields are named. */
export const postFormActs = ['save', 'publish', 'schedule', 'unpublish', 'make-preview'] as const
export type PostFormAct = (typeof postFormActs)[number]
