import 'server-only'
import { queryRows } from '@/lib/db/client'
import { NotFound } from '@/lib/errors'
import { isCommentPublic, publicThreadBySlug } from '@/lib/threads/public-thread'

/**
 * Returns the id of the public comment with an old permalink in another system, such as `#isso-12`
 * of Isso or `#comment-123` of Disqus.
 * @param slug the slug of a post or page
 * @param anchor the fragment of the permalink, without `#`
 * @throws NotFound; DatabaseUnavailable
 */
export async function findAnchor(slug: string, anchor: string): Promise<number> {
  const [comment] = await queryRows<{ id: number }>`
    SELECT comments.id FROM imported_comments
      JOIN comments ON comments.id = imported_comments.comment_id
     WHERE imported_comments.post_id = (${publicThreadBySlug(slug)}) AND anchor = ${anchor}
       AND ${isCommentPublic}
     ORDER BY comments.id LIMIT 1`
  if (!comment) throw new NotFound('comment', anchor)
  return comment.id
}
