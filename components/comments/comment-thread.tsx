import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { ContentLang } from '@/components/ui/content-lang'
import type { ShownComment } from '@/lib/comments/reading/shown-comment'
import { commentPagePath } from '@/lib/paths'
import { CommentItem } from './comment-item'

type Props = {
  comments: ShownComment[]
  depth?: number
  /** Links to comments of the same level on other pages. */
  before?: ReactNode
  after?: ReactNode
}

/**
 * Comments of one level with their replies, and links to replies that the page does not contain.
 */
export function CommentThread({ comments, depth = 1, before, after }: Props) {
  return (
    <ol className={depth === 1 ? 'space-y-9' : 'thread-replies mt-6 space-y-6'} data-depth={depth}>
      {before && <li className="font-sans text-small">{before}</li>}
      {comments.map((comment) => (
        <li key={comment.id}>
          <CommentItem comment={comment} />
          {(comment.replies.length > 0 || comment.repliesLeft > 0) && (
            <CommentThread
              comments={comment.replies}
              depth={depth + 1}
              after={comment.repliesLeft > 0 && <RepliesLeft comment={comment} />}
            />
          )}
        </li>
      ))}
      {after && <li className="font-sans text-small">{after}</li>}
    </ol>
  )
}

function RepliesLeft({
  comment: { id, post_slug, author_name, replies, repliesLeft },
}: {
  comment: ShownComment
}) {
  const t = useTranslations('comments')
  return (
    <a href={commentPagePath(post_slug, id, replies.at(-1)?.id)} className="inline-block py-1">
      {t.rich(replies.length > 0 ? 'moreReplies' : 'replies', {
        count: repliesLeft,
        name: author_name || t('deletedComment'),
        author: (name) => (author_name === '' ? name : <ContentLang>{name}</ContentLang>),
        hidden: (words) => <span className="sr-only">{words}</span>,
      })}
    </a>
  )
}
