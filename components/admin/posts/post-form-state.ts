import type { FieldError } from '@/lib/errors'
import type { EditedPost, TheirPost } from '@/lib/posts/editing/edited-post'
import type { ComparedLine } from '@/lib/posts/versions/compare-texts'

export type TypedPost = Pick<
  EditedPost,
  'slug' | 'title' | 'summary' | 'cover' | 'coverAlt' | 'content'
> & {
  /** The revision that the input is based on. */
  base: number
  tags: string
  /** The scheduled time in the time zone of the blog. */
  at: string
}

/** The state of the form after a submission: its input, and the error if saving failed. */
export type PostFormState = {
  /** Counts failed submissions, so that each one renders new fields. */
  refusals: number
  fault?: string
  errors?: FieldError[]
  typed?: TypedPost
  /** `done` is the result of the subsequent action; missing if that failed. */
  saved?: { revision: number; slug: string; done?: string }
  /** The revision saved by another editor, and the difference from the input. */
  theirs?: Pick<TheirPost, 'revision' | 'savedAt' | 'by'> & { lines: ComparedLine[] }
}

export const postFormActs = ['save', 'publish', 'schedule', 'unpublish', 'make-preview'] as const
export type PostFormAct = (typeof postFormActs)[number]
