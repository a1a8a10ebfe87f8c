import { postPath } from '@/components/posts/post-path'

/** Where a comment stands on the page that shows it. */
export const commentAnchor = (id: number): string => `comment-${id}`

/** The lasting permalink of a comment: a page that shows it among those it belongs to, wherever else it is shown. */
export function commentPath(slug: string, id: number): string {
  return `${commentPagePath(slug, id)}#${commentAnchor(id)}`
}

/** The comments on the page of a post. */
export function commentsPath(slug: string): string {
  return `${postPath(slug)}#comments`
}

/** Where the author of a comment sees it, changes it and takes it back, without JavaScript. */
export function ownCommentPath(id: number): string {
  return `/comments/${id}`
}

/** Where a reader reports a comment. */
export function reportPath(id: number): string {
  return `/comments/${id}/report`
}

/** Where a report by a plain form leads. */
export function thanksForReportPath(id: number): string {
  return `${reportPath(id)}/thanks`
}

/** The page of one comment and the replies to it; or of those that come after one of them. */
export function commentPagePath(slug: string, id: number, after?: number): string {
  return `${postPath(slug)}/comments/${id}${after === undefined ? '' : `/after/${after}`}`
}

/** A page of a post's threads that follow one of them. Oldest first they begin on the post's own page. */
export function laterThreadsPath(slug: string, after: number): string {
  return `${postPath(slug)}/comments/after/${after}`
}

/** The newest of a post's threads, or those before one of them. */
export function newestThreadsPath(slug: string, before?: number): string {
  return `${postPath(slug)}/comments/${before === undefined ? 'newest' : `before/${before}`}`
}

/** The feed of a post's comments; without a slug, of all comments. */
export function commentFeedPath(slug?: string): string {
  return `${slug === undefined ? '' : postPath(slug)}/comments.xml`
}
