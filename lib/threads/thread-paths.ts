/** Paths of this blog's pages of threads: those of posts, and the plain pages of other sites. */
import { postPath } from '@/lib/paths'
import type { CommentOrder } from '@/lib/settings/blog-input'
import { isPageSlug } from './thread-slug'

/**
 * Returns the path of a post, or of the plain page of a thread of another site. A home page has no
 * slash at its end, which Next.js would remove.
 */
export const threadPath = (slug: string): string =>
  isPageSlug(slug)
    ? `/threads/${slug.replace(/\/$/, '').split('/').map(encodeURIComponent).join('/')}`
    : postPath(slug)

/** Returns the path below a post, or the plain page with these parameters. */
const pathWithin = (slug: string, below: string, parameters: Record<string, string>): string =>
  `${threadPath(slug)}${isPageSlug(slug) ? `?${new URLSearchParams(parameters)}` : below}`

/** Returns the path of the comments of a thread. */
export const threadCommentsPath = (slug: string): string => `${threadPath(slug)}#comments`

/** The id of the message that is shown after a reader has followed a thread. */
export const followSentId = 'follow-sent'

/** Returns the path of one comment and the replies to it, or of the replies after one of them. */
export const commentPagePath = (slug: string, id: number, after?: number): string =>
  pathWithin(slug, `/comments/${id}${after === undefined ? '' : `/after/${after}`}`, {
    comment: String(id),
    ...(after !== undefined && { after: String(after) }),
  })

/** Returns the path of a comment within its thread. */
export const threadCommentPath = (slug: string, id: number): string =>
  `${commentPagePath(slug, id)}#comment-${id}`

/** Returns the path of the form for a reply. */
export const replyPath = (slug: string, id: number): string =>
  pathWithin(slug, `/comments/${id}/reply`, { reply: String(id) })

/** The paths of later pages in each order, without the id of the comment before them. */
export const laterPaths = { oldest: 'after', newest: 'before', best: 'best/after' } as const

/**
 * Returns the path of the top-level comments in an order, or of those that follow one of them. In
 * the default order, the first page is also the thread's own page.
 */
export const orderedThreadsPath = (slug: string, order: CommentOrder, after?: number): string =>
  pathWithin(slug, `/comments/${after === undefined ? order : `${laterPaths[order]}/${after}`}`, {
    order,
    ...(after !== undefined && { after: String(after) }),
  })
