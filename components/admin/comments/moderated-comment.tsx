import { getTranslations } from 'next-intl/server'
import { Avatar } from '@/components/comments/avatar'
import { richTags } from '@/components/i18n/rich-tags'
import { DateTime } from '@/components/ui/date-time'
import {
  type AdminQuery,
  type AdminComment as Comment,
  encodeSeenComment,
  figuresMax,
} from '@/lib/comments/moderation/moderation'
import { renderCommentMarkdown } from '@/lib/markdown/render-comment-markdown'
import { commentPath, postPath } from '@/lib/paths'
import { CommentReasons } from './comment-reasons'
import { CommentTools } from './comment-tools'
import { CommentVerdicts } from './comment-verdicts'
import type { AdminActions } from './moderation-actions'
import { adminCommentsPath } from './moderation-path'

type Props = { comment: Comment; question: AdminQuery; actions: AdminActions }

const number = (count: number) => (count > figuresMax ? `${figuresMax}+` : String(count))

/** One comment with its context for moderation: author, post, parent and matched rules. */
export async function AdminComment({ comment, question, actions }: Props) {
  const { id, status, content, waitingContent, authorName, post, parent, createdAt } = comment
  const back = adminCommentsPath(question)
  const t = await getTranslations('moderation.comment')
  const name = authorName === '' ? t('deletedAuthor') : authorName
  const { published, spam } = comment.others
  const date = <DateTime value={createdAt} withTime />
  return (
    <article className="admin-comment" data-id={id} tabIndex={-1} aria-labelledby={`by-${id}`}>
      <header>
        <input
          type="checkbox"
          form="admin-bulk"
          name="seen"
          value={encodeSeenComment(comment)}
          aria-label={t('select', { name })}
        />
        <Avatar name={authorName} />
        <div>
          <h2 id={`by-${id}`} className="font-normal">
            <bdi className="admin-name">{name}</bdi>
            {comment.isVerified && <span className="admin-mark">{t('verified')}</span>}
            {comment.isStaff && <span className="admin-mark">{t('staff')}</span>}
            {comment.isPinned && <span className="admin-mark">{t('pinned')}</span>}
            {comment.editedAt && (
              <span className="admin-mark">
                {comment.editedBy ? t('editedBy', { by: comment.editedBy }) : t('edited')}
              </span>
            )}
          </h2>
          <p className="admin-muted">
            {t.rich('onPost', {
              title: post.title,
              date: () =>
                status === 'published' ? <a href={commentPath(post.slug, id)}>{date}</a> : date,
              post: (chunks) => <a href={postPath(post.slug)}>{chunks}</a>,
            })}
          </p>
          <p className="admin-muted">
            {authorName !== '' && (
              <a href={adminCommentsPath({ status, author: authorName })}>
                {published + spam === 0
                  ? t('noOthers')
                  : t('others', { published: number(published), spam: number(spam) })}
              </a>
            )}
            {comment.hasNetwork && (
              <a href={adminCommentsPath({ status, network: id })}>{t('sameNetwork')}</a>
            )}
            <a href={adminCommentsPath({ status, post: post.slug })}>{t('samePost')}</a>
          </p>
        </div>
      </header>
      {parent && (
        <blockquote className="admin-parent" dir="auto">
          <p className="admin-muted">
            {parent.authorName === ''
              ? t('inReplyToDeleted')
              : t.rich('inReplyTo', { ...richTags, name: parent.authorName })}
          </p>
          <p>{parent.content}</p>
        </blockquote>
      )}
      {comment.isBeneathHeld && <p className="admin-muted">{t('hiddenReply')}</p>}
      {waitingContent !== null && <p className="admin-muted">{t('publicText')}</p>}
      <div className="prose prose-comment" dir="auto">
        {content === '' ? (
          <p className="admin-muted">{t('textDeleted')}</p>
        ) : (
          await renderCommentMarkdown(content, { isInThread: false })
        )}
      </div>
      {waitingContent !== null && (
        <div className="admin-waiting">
          <p className="admin-muted">{t('pendingEdit')}</p>
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
