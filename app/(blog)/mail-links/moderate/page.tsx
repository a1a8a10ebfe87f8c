import { getTranslations } from 'next-intl/server'
import { linkMetadata } from '@/app/(blog)/mail-links/link-metadata'
import { ContentLang } from '@/components/ui/content-lang'
import { DateTime } from '@/components/ui/date-time'
import { Message } from '@/components/ui/message'
import { getMailedComment, type MailedComment } from '@/lib/comments/moderation/moderate-by-mail'
import { type Judgement, judgements } from '@/lib/comments/moderation/moderation'
import { AppError, NotFound } from '@/lib/errors'
import { hasText } from '@/lib/i18n/has-text'
import { linkError } from '@/lib/mail/mail-links'
import { renderCommentMarkdown } from '@/lib/markdown/render-comment-markdown'
import { commentUrl, threadTitle } from '@/lib/threads/thread-url'
import { decide } from './actions'

export const dynamic = 'force-dynamic'

export const generateMetadata = linkMetadata('moderate')

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

/** Asks for confirmation. Opening the page changes nothing, because mail software follows links. */
export default async function ModeratePage({ searchParams }: Props) {
  const query = await searchParams
  const links = await getTranslations('mailLinks')
  const t = await getTranslations('mailLinks.moderate')
  const token = String(query.token)
  const comment = await getMailedComment(token).catch((error: unknown) =>
    error instanceof NotFound ? undefined : linkError(error),
  )
  const signIn = (
    <p className="mt-5">
      <a href="/admin/comments">{t('signIn')}</a>
    </p>
  )
  const invalid = (reason: string) => (
    <Message title={links('invalid')}>
      <p>{reason}</p>
      {signIn}
    </Message>
  )
  if (!comment) return invalid(t('gone'))
  if (comment instanceof AppError) return invalid(comment.detail)
  const { decision, isUnchanged, status } = comment
  const decided = decision && (
    <p>
      {t.rich('decided.text', {
        by: decision.by ?? t('decided.formerStaff'),
        verdict: decision.to,
        isUndone: String(decision.isUndone),
        date: () => <DateTime value={new Date(decision.at)} withTime />,
      })}
    </p>
  )
  // Another recipient may already have made this decision.
  if (decision && (decision.isOwn || !isUnchanged || query.verdict === status)) {
    return (
      <Message title={t('decided.heading', { verdict: decision.to })}>
        {decided}
        {status === 'published' && (
          <p className="mt-5">
            <a href={commentUrl(comment, comment.id)}>{t('view')}</a>
          </p>
        )}
        {signIn}
      </Message>
    )
  }
  if (!isUnchanged) return invalid(t('changed'))
  return (
    <div className="py-10">
      {decided}
      <Confirmation
        comment={comment}
        token={token}
        requested={query.verdict}
        error={typeof query.error === 'string' ? query.error : ''}
      />
    </div>
  )
}

type ConfirmationProps = {
  comment: MailedComment
  token: string
  requested: unknown
  error: string
}

/** Shows the comment, the button of the opened link, and then the buttons of the other links. */
async function Confirmation({ comment, token, requested, error }: ConfirmationProps) {
  const t = await getTranslations('mailLinks.moderate')
  const errors = await getTranslations('moderation.errors')
  const offered = verdictsOn(comment)
  const first = offered.find((one) => one === requested) ?? offered[0] ?? 'deleted'
  return (
    <>
      <h1 className="font-medium text-title tracking-tight">{t('heading', { verdict: first })}</h1>
      {error !== '' && <p role="alert">{errors(hasText(errors, error) ? error : 'other')}</p>}
      <p className="mt-5 text-lead text-muted">
        {t.rich('comment', {
          name: comment.authorName,
          author: (name) => <ContentLang>{name}</ContentLang>,
          title: threadTitle(comment),
          post: (title) => <ContentLang>{title}</ContentLang>,
        })}
      </p>
      <blockquote className="prose prose-comment mt-5 border-rule border-s-2 ps-5" dir="auto">
        {
          await renderCommentMarkdown(comment.waitingContent ?? comment.content, {
            isInThread: false,
          })
        }
      </blockquote>
      <form action={decide} className="comment-form mt-8">
        <input type="hidden" name="token" value={token} />
        <p className="comment-buttons">
          {[first, ...offered.filter((verdict) => verdict !== first)].map((verdict) => (
            <button
              key={verdict}
              type="submit"
              name="verdict"
              value={verdict}
              className={verdict === first ? firstLook(verdict) : 'bg-transparent text-ink'}
            >
              {t(`verdicts.${verdict}`)}
            </button>
          ))}
        </p>
      </form>
    </>
  )
}

const firstLook = (verdict: Judgement) => (verdict === 'deleted' ? 'bg-danger' : undefined)

type Offered = Exclude<Judgement, 'pending'>

/** Returns the verdicts that an e-mail about the comment offers. */
function verdictsOn({ status, waitingContent }: MailedComment): Offered[] {
  if (status === 'published' && waitingContent !== null) return ['published', 'keep']
  return judgements.filter(
    (one): one is Offered => one !== status && one !== 'pending' && one !== 'keep',
  )
}
