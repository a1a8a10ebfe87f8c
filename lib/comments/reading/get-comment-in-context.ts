import 'server-only'
import { cutThreads, toShownComment } from './cut-threads'
import type { CommentInContext } from './shown-comment'
import { readThreadRows } from './thread-rows'

/**
 * A public comment of a post, those above it, and a page of the replies to it, oldest first, in one query of bounded
 * work. Undefined where the post has no such comment, or something hidden stands above it.
 *
 * @param slug the post's present one
 * @param after `lastId` of the page of replies before; where that is no reply to the comment, there are no replies
 * @throws DatabaseUnavailable
 */
export async function getCommentInContext(
  slug: string,
  id: number,
  after?: number,
): Promise<CommentInContext | undefined> {
  const rows = await readThreadRows({ slug, beneath: id, order: 'oldest', after })
  const above = rows.filter(({ isAbove }) => isAbove)
  // The walk upward ends at what is hidden: only from the top of the thread on is all of it public.
  if (above[0]?.parentId !== null) return undefined
  const path = above.map(toShownComment)
  const comment = path.pop()
  return (
    comment && { comment, ancestors: path, ...cutThreads(rows.filter(({ isAbove }) => !isAbove)) }
  )
}
