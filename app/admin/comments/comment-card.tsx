import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { HiddenFields } from '@/components/admin/admin-form'
import { adminCommentsPath } from '@/components/admin/comments/moderation-query'
import { ruleLabel } from '@/components/admin/comments/rule-labels'
import { Avatar } from '@/components/comments/avatar'
import { richTags } from '@/components/i18n/rich-tags'
import { DateTime } from '@/components/ui/date-time'
import {
  type AdminComment,
  type AdminQuery,
  encodeSeenComment,
  figuresMax,
  type Judgement,
} from '@/lib/comments/moderation/moderation'
import { renderCommentMarkdown } from '@/lib/markdown/render-comment-markdown'
import { commentUrl, threadUrl } from '@/lib/threads/thread-url'
import { judgePlainly, undoPlainly } from './actions'
import { CommentTools } from './comment-tools'

const number = (count: number) => (count > figuresMax ? `${figuresMax}+` : String(count))

type Props = { comment: AdminComment; query: AdminQuery; mayBlock: boolean }

/** One comment with its context for moderation: author, post, parent and matched rules. */
export async function CommentCard({ comment, query, mayBlock }: Props) {
  const { id, status, content, waitingContent, authorName, post, parent } = comment
  const back = adminCommentsPath(query)
  const t = await getTranslations('moderation.comment')
  const name = authorName === '' ? t('deletedAuthor') : authorName
  const { published, spam } = comment.others
  const edited = comment.editedBy ? t('editedBy', { by: comment.editedBy }) : t('edited')
  const marks = [
    comment.isVerified && t('verified'),
    comment.isStaff && t('staff'),
    comment.isPinned && t('pinned'),
    comment.editedAt && edited,
  ]
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
            {marks.map(
              (mark) =>
                mark && (
                  <span key={mark} className="admin-mark">
                    {mark}
                  </span>
                ),
            )}
          </h2>
          <PlaceLine comment={comment} />
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
            <a href={adminCommentsPath({ status, post: post.slug })}>
              {t('samePost', { isPage: String(post.site !== null) })}
            </a>
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
      <Reasons comment={comment} />
      <Verdicts comment={comment} back={back} />
      <CommentTools {...{ comment, back, mayBlock }} />
    </article>
  )
}

/** When and on which page a comment was written. */
function PlaceLine({ comment: { id, status, post, createdAt } }: { comment: AdminComment }) {
  const t = useTranslations('moderation.comment')
  const date = <DateTime value={createdAt} withTime />
  return (
    <p className="admin-muted">
      {t.rich(post.site === null ? 'onPost' : 'onPage', {
        title: post.title || t('untitled'),
        site: () => <bdi>{post.site}</bdi>,
        date: () => (status === 'published' ? <a href={commentUrl(post, id)}>{date}</a> : date),
        post: (chunks) => <a href={threadUrl(post)}>{chunks}</a>,
      })}
    </p>
  )
}

function Reasons({ comment: { reasons, reports, status } }: { comment: AdminComment }) {
  const t = useTranslations('moderation.reasons')
  const rules = useTranslations('moderation.rules')
  if (reasons.length === 0 && reports === 0) return null
  return (
    <ul className="admin-reasons" aria-label={t('label')}>
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
  text: 'approve' | 'approveEdit' | 'keep' | 'publish' | 'notSpam' | 'hold' | 'spam' | 'delete'
  key?: string
}

const approve = { verdict: 'published', text: 'approve', key: 'a' } as const
const spam = { verdict: 'spam', text: 'spam', key: 's' } as const
const remove = { verdict: 'deleted', text: 'delete', key: 'd' } as const
const hold = { verdict: 'pending', text: 'hold' } as const
const keep = { verdict: 'keep', text: 'keep' } as const

function offersOf({ status, waitingContent, content }: AdminComment): Offer[] {
  if (content === '') return []
  if (status === 'published') {
    const edit: Offer[] = [{ ...approve, text: 'approveEdit' }, keep]
    return [...(waitingContent === null ? [] : edit), hold, spam, remove]
  }
  if (status === 'pending') return [approve, spam, remove]
  return status === 'spam'
    ? [{ ...approve, text: 'notSpam' }, hold, remove]
    : [{ ...approve, text: 'publish' }, spam]
}

/** The verdicts of a comment and the undo button of the last one, as plain forms. */
function Verdicts({ comment, back }: { comment: AdminComment; back: string }) {
  const { last, authorName } = comment
  const t = useTranslations('moderation.verdicts')
  const about = { ...richTags, name: authorName }
  return (
    <div className="admin-verdicts">
      <form action={judgePlainly} data-admin="judge">
        <HiddenFields of={{ back, seen: encodeSeenComment(comment) }} />
        {offersOf(comment).map(({ verdict, text, key }) => (
          <button
            key={verdict}
            type="submit"
            name="verdict"
            value={verdict}
            data-key={key}
            aria-keyshortcuts={key}
          >
            {t.rich(text, about)}
          </button>
        ))}
      </form>
      {last && (
        <form action={undoPlainly} data-admin="undo">
          <HiddenFields of={{ back, judgement: last.id }} />
          <button
            type="submit"
            title={t('last', {
              name: last.by ?? t('formerStaff'),
              time: last.at.toISOString().slice(0, 16).replace('T', ' '),
            })}
          >
            {t.rich('undo', about)}
          </button>
        </form>
      )}
    </div>
  )
}
