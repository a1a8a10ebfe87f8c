import { isTombstone } from '@/lib/comments/comment'
import type { ShownComment } from '@/lib/comments/reading/shown-comment'
import { commentPath } from '@/lib/paths'

/** Describes comments in schema.org terms. Replies to a deleted comment move up to its level. */
export function describeComments(comments: ShownComment[], origin = ''): object[] {
  return comments.flatMap((comment) => {
    const replies = describeComments(comment.replies, origin)
    if (isTombstone(comment)) return replies
    return {
      '@type': 'Comment',
      author: { '@type': 'Person', name: comment.author_name },
      datePublished: comment.created_at,
      text: comment.content,
      // Relative to the URL of the page if the origin is unknown (JSON-LD 1.1, 4.1.3).
      url: origin + commentPath(comment.post_slug, comment.id),
      ...(replies.length > 0 && { comment: replies }),
    }
  })
}
