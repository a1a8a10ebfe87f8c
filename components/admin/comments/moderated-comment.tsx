import { Avatar } from '@/components/comments/avatar'
import { DateTime } from '@/components/ui/date-time'
import {
  type AdminQuestion,
  type AdminComment as Comment,
  type Figures,
  figuresMax,
  writeSeen,
} from '@/lib/comments/moderation/moderation'
import { renderCommentMarkdown } from '@/lib/markdown/render-comment-markdown'
import { commentPath, postPath } from '@/lib/paths'
import { CommentReasons } from './comment-reasons'
import { CommentTools } from './comment-tools'
import { CommentVerdicts } from './comment-verdicts'
import type { AdminActions } from './moderation-actions'
import { adminCommentsPath } from './moderation-path'

type Props = { comment: Comment; question: AdminQuestion; actions: AdminActions }

const number = (count: number) => (count > figuresMax ? `${figuresMax}+` : String(count))
const knownFor = ({ published, spam }: Figures) =>
  published + spam === 0
    ? 'no other comments'
    : `${number(published)} published, ${number(spam)} spam besides`

/** One comment with its context for moderation: author, post, parent and matched rules. */
export async function AdminComment({ comment, question, actions }: Props) {
  const { id, status, content, waitingContent, authorName, post, parent, createdAt } = comment
  const back = adminCommentsPath(question)
  const name = authorName === '' ? 'Deleted author' : authorName
  return (
    <article className="admin-comment" data-id={id} tabIndex={-1} aria-labelledby={`by-${id}`}>
      <header>
        <input
          type="checkbox"
          form="admin-bulk"
          name="seen"
          value={writeSeen(comment)}
          aria-label={`Choose the comment by ${name}`}
        />
        <Avatar name={authorName} />
        <div>
          <h2 id={`by-${id}`} className="font-normal">
            <bdi className="admin-name">{name}</bdi>
            {comment.isVerified && <span className="admin-mark">verified</span>}
            {comment.isStaff && <span className="admin-mark">staff</span>}
            {comment.isPinned && <span className="admin-mark">pinned</span>}
            {comment.editedAt && (
              <span className="admin-mark">
                {comment.editedBy ? `edited by the ${comment.editedBy}` : 'edited'}
              </span>
            )}
          </h2>
          <p className="admin-muted">
            {status === 'published' ? (
              <a href={commentPath(post.slug, id)}>
                <DateTime value={createdAt} withTime />
              </a>
            ) : (
              <DateTime value={createdAt} withTime />
            )}{' '}
            on <a href={postPath(post.slug)}>{post.title}</a>
          </p>
          <p className="admin-muted">
            {authorName !== '' && (
              <a href={adminCommentsPath({ status, author: authorName })}>
                {knownFor(comment.others)}
              </a>
            )}
            {comment.hasNetwork && (
              <a href={adminCommentsPath({ status, network: id })}>same network</a>
            )}
            <a href={adminCommentsPath({ status, post: post.slug })}>same post</a>
          </p>
        </div>
      </header>
      {parent && (
        <blockquote className="admin-parent" dir="auto">
          <p className="admin-muted">
            In answer to{' '}
            {parent.authorName === '' ? 'a deleted comment' : <bdi>{parent.authorName}</bdi>}
          </p>
          <p>{parent.content}</p>
        </blockquote>
      )}
      {comment.isBeneathHeld && (
        <p className="admin-muted">
          It replies to a held or spam comment, so it stays hidden until that comment is published.
        </p>
      )}
      {waitingContent !== null && (
        <p className="admin-muted">Public until you decide on the edit below:</p>
      )}
      <div className="prose prose-comment" dir="auto">
        {content === '' ? (
          <p className="admin-muted">The text of this comment has been deleted.</p>
        ) : (
          await renderCommentMarkdown(content, { isInThread: false })
        )}
      </div>
      {waitingContent !== null && (
        <div className="admin-waiting">
          <p className="admin-muted">The pending edit:</p>
          <div className="prose prose-comment" dir="auto">
            {await renderCommentMarkdown(waitingContent, { isInThread: false })}
          </div>
        </div>
      )}
      <CommentReasons comment={comment} />
      <CommentVerdicts comment={comment} back={back} actions={actions} />
      <CommentTools comment={comment} back={back} actions={actions} />
    </article>
  )
}
