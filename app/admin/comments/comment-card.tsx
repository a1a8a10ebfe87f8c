import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { DecisionForm } from '@/components/admin/comments/comment-forms'
import { adminCommentsPath } from '@/components/admin/comments/moderation-query'
import { ruleLabel } from '@/components/admin/comments/rule-labels'
import { Avatar } from '@/components/comments/avatar'
import { richTags } from '@/components/i18n/rich-tags'
import { DateTime } from '@/components/ui/date-time'
import type { Actor } from '@/lib/auth/actor'
import {
  type AdminComment,
  type AdminQuery,
  encodeSeenComment,
  figuresMax,
  type Judgement,
  type SeenComment,
} from '@/lib/comments/moderation/moderation'
import { excerptComment } from '@/lib/markdown/excerpt-comment'
import { renderCommentMarkdown } from '@/lib/markdown/render-comment-markdown'
import { commentUrl, threadUrl } from '@/lib/threads/thread-url'
import { CommentTools, ReplyForm } from './comment-tools'

const number = (count: number) => (count > figuresMax ? `${figuresMax}+` : String(count))

type Props = {
  comment: AdminComment
  query: AdminQuery
  /** All pending comments of the same author. */
  byAuthor: SeenComment[]
  actor: Actor
}

/** One comment with its context for moderation: author, post, parent and matched rules. */
export async function CommentCard({ comment, query, byAuthor, actor }: Props) {
  const { id, content, waitingContent, authorName, parent } = comment
  const t = await getTranslations('moderation.comment')
  const name = authorName === '' ? t('deletedAuthor') : authorName
  const mayReply = /^(?:published|pending)$/.test(comment.status) && comment.post.closedBy === null
  return (
    <article className="admin-comment" data-id={id} tabIndex={-1} aria-labelledby={`by-${id}`}>
      <input
        type="checkbox"
        form="admin-bulk"
        name="seen"
        value={encodeSeenComment(comment)}
        aria-label={t('select', { name })}
      />
      <Avatar name={authorName} />
      <header>
        <h2 id={`by-${id}`}>
          <bdi className="admin-name">{name}</bdi>
          <Marks comment={comment} />
        </h2>
        <PlaceLine comment={comment} />
        <ReasonLabels comment={comment} />
      </header>
      <div className="admin-body">
        {parent && (
          <p className="admin-muted admin-parent" dir="auto">
            {parent.authorName === ''
              ? t('inReplyToDeleted')
              : t.rich('inReplyTo', {
                  ...richTags,
                  name: parent.authorName,
                  text: excerptComment(parent.content),
                })}
          </p>
        )}
        {comment.isHiddenByAncestor && <p className="admin-muted">{t('hiddenReply')}</p>}
        {waitingContent !== null && <p className="admin-muted">{t('publicText')}</p>}
        {content === '' ? <p className="admin-muted">{t('textDeleted')}</p> : <Text of={content} />}
        {waitingContent !== null && (
          <div className="admin-waiting">
            <p className="admin-muted">{t('pendingEdit')}</p>
            <Text of={waitingContent} />
          </div>
        )}
      </div>
      <div className="admin-actions">
        <Verdicts comment={comment} />
        {mayReply && (
          <details data-admin="reply">
            <summary aria-keyshortcuts="r">{t.rich('reply', { ...richTags, name })}</summary>
          </details>
        )}
        <details data-admin="more">
          <summary>{t.rich('more', { ...richTags, name })}</summary>
        </details>
      </div>
      <Reasons comment={comment} />
      {mayReply && <ReplyForm comment={comment} />}
      <CommentTools
        comment={comment}
        back={adminCommentsPath(query)}
        byAuthor={byAuthor}
        actor={actor}
      />
    </article>
  )
}

/** Truncates long text, so that one comment does not fill the screen. */
async function Text({ of: content }: { of: string }) {
  const t = await getTranslations('moderation.comment')
  const isLong = content.length > 600 || content.split('\n').length > 8
  const text = (
    <div className="prose prose-comment" dir="auto">
      {await renderCommentMarkdown(content, { isInThread: false })}
    </div>
  )
  if (!isLong) return text
  return (
    <div className="fold">
      <div className="folded">{text}</div>
      <details>
        <summary>
          <span>{t('showAll')}</span>
          <span>{t('showLess')}</span>
        </summary>
      </details>
    </div>
  )
}

function Marks({ comment }: { comment: AdminComment }) {
  const t = useTranslations('moderation.comment')
  const { editedBy, editedAt, isVerified, isStaff, isPinned } = comment
  const marks = [
    isVerified && t('verified'),
    isStaff && t('staff'),
    isPinned && t('pinned'),
    editedAt && (editedBy ? t('editedBy', { by: editedBy }) : t('edited')),
  ]
  return marks.map(
    (mark) =>
      mark && (
        <span key={mark} className="admin-mark">
          {mark}
        </span>
      ),
  )
}

/** The time and page of a comment, and the number of other comments by its author. */
function PlaceLine({ comment }: { comment: AdminComment }) {
  const { id, status, post, createdAt, others, authorName, isStaff } = comment
  const t = useTranslations('moderation.comment')
  const date = <DateTime value={createdAt} withTime />
  const { published, spam } = others
  const isFirst = published + spam === 0
  const hasOthers = authorName !== '' && !(isFirst && isStaff)
  return (
    <p className="admin-muted">
      {t.rich(post.site === null ? 'onPost' : 'onPage', {
        title: post.title || t('untitled'),
        site: () => <bdi>{post.site}</bdi>,
        date: () => (status === 'published' ? <a href={commentUrl(post, id)}>{date}</a> : date),
        post: (chunks) => (
          <a href={threadUrl(post)} dir="auto">
            {chunks}
          </a>
        ),
      })}
      {hasOthers && (
        <a href={adminCommentsPath({ status, author: authorName })}>
          {isFirst
            ? t('noOthers')
            : t('others', { published: number(published), spam: number(spam) })}
        </a>
      )}
    </p>
  )
}

/** Short labels for the reasons why the comment was held. They open the details below. */
function ReasonLabels({ comment: { reasons, reports } }: { comment: AdminComment }) {
  const t = useTranslations('moderation.reasons')
  const rules = useTranslations('moderation.rules')
  if (reasons.length === 0 && reports === 0) return null
  const names = [...new Set(reasons.map(({ rule }) => rule))].filter((rule) => rule !== 'reports')
  return (
    <details data-admin="why">
      <summary>
        <span className="sr-only">{t('label')} </span>
        {names.map((rule) => (
          <span key={rule} className="admin-label">
            {ruleLabel(rules, rule)}
          </span>
        ))}
        {reports > 0 && <span className="admin-label">{t('reports', { count: reports })}</span>}
      </summary>
    </details>
  )
}

function Reasons({ comment: { reasons, reports, status } }: { comment: AdminComment }) {
  const t = useTranslations('moderation.reasons')
  const rules = useTranslations('moderation.rules')
  if (reasons.length === 0 && reports === 0) return null
  return (
    <ul className="admin-reasons">
      {reasons.map(({ rule, reason }) => (
        <li key={`${rule} ${reason}`}>
          <a href={adminCommentsPath({ status, rule })}>{ruleLabel(rules, rule)}</a>{' '}
          <span>{reason}</span>
        </li>
      ))}
      {reports > 0 && <li>{t('reported', { count: reports })}</li>}
    </ul>
  )
}

type Offer = {
  verdict: Judgement
  text: 'approve' | 'approveEdit' | 'keep' | 'restore' | 'notSpam' | 'spam' | 'delete'
  key?: string
}

const approve = { verdict: 'published', text: 'approve', key: 'a' } as const
const spam = { verdict: 'spam', text: 'spam', key: 's' } as const
const remove = { verdict: 'deleted', text: 'delete', key: 'd' } as const
const keep = { verdict: 'keep', text: 'keep' } as const

function offersOf({ status, waitingContent, content }: AdminComment): Offer[] {
  if (content === '') return []
  if (status === 'published') {
    const edit: Offer[] = [{ ...approve, text: 'approveEdit' }, keep]
    return [...(waitingContent === null ? [] : edit), spam, remove]
  }
  if (status === 'pending') return [approve, spam, remove]
  return status === 'spam'
    ? [{ ...approve, text: 'notSpam' }, remove]
    : [{ ...approve, text: 'restore' }, spam]
}

/** The verdict buttons of a comment. */
function Verdicts({ comment }: { comment: AdminComment }) {
  const t = useTranslations('moderation.verdicts')
  const offers = offersOf(comment)
  if (offers.length === 0) return null
  return (
    <DecisionForm kind="moderate" fields={{ seen: encodeSeenComment(comment) }}>
      {offers.map(({ verdict, text, key }) => (
        <button key={verdict} type="submit" name="verdict" value={verdict} aria-keyshortcuts={key}>
          {t.rich(text, { ...richTags, name: comment.authorName })}
        </button>
      ))}
    </DecisionForm>
  )
}
