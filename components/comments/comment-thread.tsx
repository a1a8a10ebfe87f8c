import type { ShownComment } from '@/lib/comments/shown-comment'
import { CommentItem } from './comment-item'
import { commentPagePath } from './comment-path'

/** Comments of one level, each with what was replied to it, and the way to those replies that the page has no room for. */
export function CommentThread({ comments, depth = 1 }: { comments: ShownComment[]; depth?: number }) {
  return (
    <ol className={depth === 1 ? 'space-y-9' : 'thread-replies mt-6 space-y-6'} data-depth={depth}>
      {comments.map((comment) => (
        <li key={comment.id}>
          <CommentItem comment={comment} />
          {comment.replies.length > 0 && <CommentThread comments={comment.replies} depth={depth + 1} />}
          {comment.repliesLeft > 0 && <RepliesLeft comment={comment} />}
        </li>
      ))}
    </ol>
  )
}

function RepliesLeft({ comment: { id, post_slug, author_name, replies, repliesLeft } }: { comment: ShownComment }) {
  return (
    <p className="thread-replies mt-5 font-sans text-small">
      <a href={commentPagePath(post_slug, id, replies.at(-1)?.id)} className="inline-block py-1">
        {repliesLeft.toLocaleString('en')} {replies.length > 0 && 'more '}
        {repliesLeft === 1 ? 'reply' : 'replies'}
        <span className="sr-only"> to {author_name === '' ? 'a deleted comment' : author_name}</span>
      </a>
    </p>
  )
}
