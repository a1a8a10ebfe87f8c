import { use } from 'react'
import { getBlog } from '@/lib/settings/get-blog'

/** The number of comments of a post, in the number format of the blog's language. */
export function CommentCount({ comments }: { comments: number }) {
  if (comments === 0) return <span>No comments</span>
  return (
    <span className="tabular-nums">
      {comments.toLocaleString(use(getBlog()).language)} {comments === 1 ? 'comment' : 'comments'}
    </span>
  )
}
