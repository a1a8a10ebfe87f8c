import type { RefObject } from 'react'
import { z } from 'zod'
import type { OpenEditor } from '@/components/editor/open-editor'
import type { RenderedPost } from '@/components/editor/preview-pane'
import type { FieldError } from '@/lib/errors'
import type { EditedPost } from '@/lib/posts/editing/edited-post'
import type { PostState } from '@/lib/posts/editing/get-post-state'
import type { PostAuthor } from '@/lib/posts/editing/post-author'
import type { ComparedLine } from '@/lib/posts/versions/compare-texts'
import type { ClosedBy } from '@/lib/settings/comments-closed'

/** Text with LF line breaks. Forms send them as CRLF (HTML standard, “form submission”). */
const text = z
  .string()
  .catch('')
  .transform((value) => value.replaceAll('\r\n', '\n'))

/**
 * The input of the form. `base` is the revision that it is based on. `at` is the publication time
 * and `updateAt` the time of a scheduled update, in the time zone of the blog.
 */
export const typedPost = z.object({
  base: text.transform(Number),
  slug: text,
  title: text,
  summary: text,
  tags: text,
  cover: text,
  coverAlt: text,
  content: text,
  at: text,
  metaTitle: text,
  metaDescription: text,
  socialImage: text,
  canonical: text,
  noindex: text.transform(Boolean),
  updateAt: z.string().optional(),
})
export type TypedPost = z.infer<typeof typedPost>

/** The state of the form after a submission: its input, and the error if saving failed. */
export type PostFormState = {
  /** Counts failed submissions, so that each one renders new fields. */
  refusals: number
  error?: string
  errors?: FieldError[]
  typed?: TypedPost
  /** `done` is the result of the subsequent action; missing if that failed. */
  saved?: { revision: number; slug: string; done?: string }
  /**
   * The revision saved by another editor, when (ISO 8601) and by whom (empty if they were not staff
   * or have left), and the difference from the input.
   */
  theirs?: { revision: number; savedAt: string; by: string; lines: ComparedLine[] }
  /** Counts submissions without a response. */
  lost?: number
}

/**
 * The buttons of the form. `publish` also publishes the changes to a published post. `schedule`
 * sets the publication time to `at`, and `schedule-update` schedules an update for `updateAt`.
 */
export const postFormActs = [
  'save',
  'publish',
  'schedule',
  'unpublish',
  'make-preview',
  'close-comments',
  'open-comments',
  'schedule-update',
  'cancel-update',
  'discard',
] as const
export type PostFormAct = (typeof postFormActs)[number]

export type PostFormProps = {
  post: EditedPost
  /** The state when the page was rendered. */
  initial: PostState
  closedBy: ClosedBy
  /** The publication time in the time zone of the blog; empty for a draft. */
  at: string
  /** The time of a scheduled update; empty if there is none. */
  updateAt: string
  timeZone: string
  /** The URL of the secret preview link, if there is one. */
  previewUrl: string | undefined
  /** The path of the post; undefined while it is not public. */
  path: string | undefined
  /** The URL of the post's statistics; undefined if it has none, or for staff without access. */
  statsUrl: string | undefined
  /** False for a page that is missing from the navigation that the owner chose. */
  isListed: boolean
  /** The tags of other posts, as suggestions. */
  tags: string[]
  /** The possible authors; empty for those who may not change the author. */
  authors: PostAuthor[]
  /** Null for the author of the blog. */
  authorId: string | null
  /** The result or error of the last submitted form on this page. */
  result: { done?: string | undefined; error?: string | undefined }
  save: (state: PostFormState, form: FormData) => Promise<PostFormState>
  preview: (content: string) => Promise<RenderedPost>
}

/** The open form, for the fields in its sheets. */
export type OpenForm = PostFormProps & {
  kind: 'post' | 'page'
  typed: TypedPost
  current: PostState
  editor: RefObject<OpenEditor | undefined>
  errorOf: (name: string) => string | undefined
  /** The reason why a field has not been saved while typing. */
  savingErrorOf: (name: string) => string | undefined
}
