/** The export format of Afterword: JSON Lines. The first line is `exportHead`. */
import { z } from 'zod'

/** The first line. It has no date, so that exports of the same comments are identical. */
export const exportHead = { format: 'afterword-comments', version: 1 } as const

const time = z.iso.datetime().transform((text) => new Date(text))
const id = z.int().positive()
const count = z.int().nonnegative()

/** A thread: a post with comments, or a page of a site. */
export const threadLine = z.object({
  type: z.literal('thread'),
  slug: z.string().min(1),
  /** The canonical URL of a page; empty for posts. */
  url: z.string(),
  title: z.string(),
  closed: z.boolean(),
  created_at: time,
  /** Former slugs of a post, or other addresses of a page. */
  aliases: z.array(z.string()),
  /** The site of a page; null for posts. */
  site: z
    .object({ name: z.string(), origins: z.array(z.string()), language: z.string() })
    .nullable(),
})

/** A comment. Its thread and its parent are on earlier lines. */
export const commentLine = z.object({
  type: z.literal('comment'),
  id,
  slug: z.string().min(1),
  parent_id: id.nullable(),
  /** The comment that it answers, if that is not the parent. */
  answered_id: id.nullable(),
  status: z.enum(['pending', 'published', 'spam', 'deleted']),
  author_name: z.string(),
  author_email: z.string().nullable(),
  /** The time when the author confirmed `author_email` for this comment. */
  verified_at: time.nullable(),
  /** The e-mail address of the staff member who wrote it. */
  staff: z.string().nullable(),
  /** Markdown. */
  content: z.string(),
  /** An edit that awaits approval, and its time. */
  pending_content: z.string().nullable(),
  pending_since: time.nullable(),
  screening: z.array(z.unknown()),
  pending_screening: z.array(z.unknown()),
  /** Votes in the system that it was imported from. */
  votes: z.object({ up: count, down: count }),
  pinned: z.boolean(),
  created_at: time,
  edited_at: time.nullable(),
  /** The role of the staff member who last changed the text, if it was not the author. */
  edited_by: z.enum(['owner', 'moderator']).nullable(),
  /** Its ids in the systems that it was imported from. */
  sources: z.array(z.object({ id: z.string(), hash: z.string(), anchor: z.string() })),
})

export type ThreadLine = z.input<typeof threadLine>
export type CommentLine = z.input<typeof commentLine>
