import 'server-only'
import { cutThreads, toShownComment } from './cut-threads'
import type { CommentInContext } from './shown-comment'
import { readThreadRows } from './thread-rows'

/**
 * Returns a public comment, its ancestors and a page of replies, oldest first, in one query of
 * bounded cost. Returns undefined if the post has no such comment or an ancestor is hidden.
 *
 * @param slug the current slug of the post
 * @param after `lastId` of the previous page; if it is not a reply to the comment, the page is
 * empty
 * @throws DatabaseUnavailable
 */
export async function getCommentInContext(
  slug: string,
  id: number,
  after?: number,
): Promise<CommentInContext | undefined> {
  const rows = await readThreadRows({ slug, beneath: id, order: 'oldest', after })
  const above = rows.filter(({ isAbove }) => isAbove)
  // The upward walk stops at a hidden comment. It reaches the top only if all ancestors are public.
  if (above[0]?.parentId !== null) return undefined
  const path = above.map(toShownComment)
  const comment = path.pop()
  return (
    comment && { comment, ancestors: path, ...cutThreads(rows.filter(({ isAbove }) => !isAbove)) }
  )
}
