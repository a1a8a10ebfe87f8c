import type { Comment } from '@/lib/comments/comment'
import { CommentItem } from './comment-item'

/** Comments of one level, each with what was replied to it. */
export function CommentThread({ comments, depth = 1 }: { comments: Comment[]; depth?: number }) {
  return (
    <ol className={depth === 1 ? 'space-y-9' : 'thread-replies mt-6 space-y-6'} data-depth={depth}>
      {comments.map((comment) => (
        <li key={comment.id}>
          <CommentItem comment={comment} />
          {comment.replies.length > 0 && <CommentThread comments={comment.replies} depth={depth + 1} />}
        </li>
      ))}
    </ol>
  )
}
