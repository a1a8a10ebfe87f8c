import { isTombstone } from '@/lib/comments/comment'
import type { ShownComment } from '@/lib/comments/reading/shown-comment'
import { commentPath } from '@/lib/paths'

/** Comments in schema.org's words. What was replied to a deleted one stands in its place. */
export function describeComments(comments: ShownComment[], origin = ''): object[] {
  return comments.flatMap((comment) => {
    const replies = describeComments(comment.replies, origin)
    if (isTombstone(comment)) return replies
    return {
      '@type': 'Comment',
      author: { '@type': 'Person', name: comment.author_name },
      datePublished: comment.created_at,
      text: comment.content,
      // Read from the page's own address where the blog's origin is not known (JSON-LD 1.1, 4.1.3).
      url: origin + commentPath(comment.post_slug, comment.id),
      ...(replies.length > 0 && { comment: replies }),
    }
  })
}
