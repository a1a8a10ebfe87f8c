import { Avatar } from '@/components/comments/avatar'
import { commentPath } from '@/components/comments/comment-path'
import { postPath } from '@/components/posts/post-path'
import { DateTime } from '@/components/ui/date-time'
import { type DeskComment as Comment, type DeskQuestion, type Figures, figuresMax, writeSeen } from '@/lib/comments/moderation/moderation'
import { renderCommentMarkdown } from '@/lib/markdown/render-comment-markdown'
import { CommentReasons } from './comment-reasons'
import { CommentTools } from './comment-tools'
import { CommentVerdicts } from './comment-verdicts'
import type { DeskActions } from './moderation-actions'
import { deskCommentsPath } from './moderation-query'

type Props = { comment: Comment; question: DeskQuestion; actions: DeskActions }

const number = (count: number) => (count > figuresMax ? `${figuresMax}+` : String(count))
const knownFor = ({ published, spam }: Figures) =>
  published + spam === 0 ? 'no other comments' : `${number(published)} published, ${number(spam)} spam besides`

/** One comment with what one needs to judge it: who wrote it, where, in answer to what, and why it stands here. */
export async function DeskComment({ comment, question, actions }: Props) {
  const { id, status, content, waitingContent, authorName, post, parent, createdAt } = comment
  const back = deskCommentsPath(question)
  const name = authorName === '' ? 'Nobody any more' : authorName
  return (
    <article className="desk-comment" data-id={id} tabIndex={-1} aria-labelledby={`by-${id}`}>
      <header>
        <input type="checkbox" form="desk-bulk" name="seen" value={writeSeen(comment)} aria-label={`Choose the comment by ${name}`} />
        <Avatar name={authorName} />
        <div>
          <p id={`by-${id}`}>
            <bdi className="desk-name">{name}</bdi>
            {comment.isVerified && <span className="desk-mark">verified</span>}
            {comment.isStaff && <span className="desk-mark">staff</span>}
            {comment.isPinned && <span className="desk-mark">pinned</span>}
            {comment.editedAt && <span className="desk-mark">{comment.editedBy ? `edited by the ${comment.editedBy}` : 'edited'}</span>}
          </p>
          <p className="desk-muted">
            {status === 'published' ? (
              <a href={commentPath(post.slug, id)}>
                <DateTime value={createdAt} withTime />
              </a>
            ) : (
              <DateTime value={createdAt} withTime />
            )}{' '}
            on <a href={postPath(post.slug)}>{post.title}</a>
          </p>
          <p className="desk-muted">
            {authorName !== '' && <a href={deskCommentsPath({ status, author: authorName })}>{knownFor(comment.others)}</a>}
            {comment.hasNetwork && <a href={deskCommentsPath({ status, network: id })}>same network</a>}
            <a href={deskCommentsPath({ status, post: post.slug })}>same post</a>
          </p>
        </div>
      </header>
      {parent && (
        <blockquote className="desk-parent" dir="auto">
          <p className="desk-muted">In answer to {parent.authorName === '' ? 'a deleted comment' : <bdi>{parent.authorName}</bdi>}</p>
          <p>{parent.content}</p>
        </blockquote>
      )}
      {comment.isBeneathHeld && (
        <p className="desk-muted">It answers a comment that is held, or spam: nobody sees it until that one is published.</p>
      )}
      {waitingContent !== null && <p className="desk-muted">Stands in public until the edit below is judged:</p>}
      <div className="prose prose-comment" dir="auto">
        {content === '' ? (
          <p className="desk-muted">Taken back: its words are gone.</p>
        ) : (
          await renderCommentMarkdown(content, { isInThread: false })
        )}
      </div>
      {waitingContent !== null && (
        <div className="desk-waiting">
          <p className="desk-muted">The edit that waits:</p>
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
