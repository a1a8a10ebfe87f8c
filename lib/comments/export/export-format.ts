/** The export format of Afterword: JSON Lines. The first line is `exportHead`. */
import { z } from 'zod'
import { parseUrl } from '@/lib/text/parse-url'
import { hostOfSlug, isPageSlug, slugOfUrl, threadSlugLengthMax } from '@/lib/threads/thread-slug'

/** The first line. It has no date, so that exports of the same comments are identical. */
export const exportHead = { format: 'afterword-comments', version: 1 } as const

const time = z.iso
  .datetime()
  .transform((text) => new Date(text))
  // PostgreSQL has no year 0.
  .refine((date) => date.getUTCFullYear() > 0, 'not a date')
// The ranges of the database columns.
const id = z.int32().positive()
const count = z.int32().nonnegative()

const slug = z
  .string()
  .min(1)
  .refine((text) => [...text].length <= threadSlugLengthMax, 'too long')

const isHttpUrl = (text: string) => /^https?:$/.test(parseUrl(text)?.protocol ?? '')
const origin = z
  .string()
  .refine((text) => isHttpUrl(text) && parseUrl(text)?.origin === text, 'not an origin')

/** Returns true if one of the origins has the host of a page. */
export const hasHostOf = (origins: readonly string[], pageSlug: string): boolean =>
  origins.some((one) => slugOfUrl(one) === `${hostOfSlug(pageSlug)}/`)

/** A thread: a post with comments, or a page of a site. */
export const threadLine = z
  .object({
    type: z.literal('thread'),
    slug,
    /** The canonical URL of a page; empty for posts. */
    url: z
      .string()
      .refine((text) => text === '' || isHttpUrl(text), 'not a web address')
      // HTTP headers and the database take only the encoded form.
      .transform((text) => parseUrl(text)?.href ?? ''),
    title: z.string(),
    closed: z.boolean(),
    /** Absent in exports of earlier versions. */
    likes: count.default(0),
    created_at: time,
    /** Other addresses of a page. */
    aliases: z.array(slug),
    /** The site of a page; null for posts. */
    site: z.object({ name: z.string(), origins: z.array(origin), language: z.string() }).nullable(),
  })
  .refine((thread) => isPageSlug(thread.slug) === (thread.site !== null), {
    path: ['slug'],
    message: 'only pages of sites have a slash',
  })
  // An import adds missing sites. A page must not add the origins of another site.
  .refine((thread) => !thread.site || hasHostOf(thread.site.origins, thread.slug), {
    path: ['site', 'origins'],
    message: 'lacks the host of the page',
  })

/** The import cuts ids to 400 characters and a prefix. Longer ones do not fit into an index. */
const sourceId = z.string().max(500)

/** A comment. Its thread and its parent are on earlier lines. */
export const commentLine = z.object({
  type: z.literal('comment'),
  id,
  slug,
  parent_id: id.nullable(),
  /** The comment that it replies to, if that is not the parent. */
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
  // Earlier versions exported neither likes nor earlier texts.
  likes: count.default(0),
  created_at: time,
  edited_at: time.nullable(),
  /** The role of the staff member who last changed the text, if it was not the author. */
  edited_by: z.enum(['owner', 'moderator']).nullable(),
  /** Its earlier texts, oldest first. */
  edits: z.array(z.object({ content: z.string(), replaced_at: time })).default([]),
  /** Its ids in the systems that it was imported from. */
  sources: z.array(z.object({ id: sourceId, hash: z.string(), anchor: sourceId })),
})

export type ThreadLine = z.output<typeof threadLine>
export type CommentLine = z.output<typeof commentLine>
