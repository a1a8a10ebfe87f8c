import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { CommentText } from '@/components/comments/quoted-comment'
import { ContentLang } from '@/components/ui/content-lang'
import { DateTime } from '@/components/ui/date-time'
import { dataPath, dataTicketMinutes, readDataTicket } from '@/lib/mail/data-ticket'
import { getReaderData, type ReaderComment } from '@/lib/readers/get-reader-data'
import { commentUrl, threadTitle, threadUrl } from '@/lib/threads/thread-url'

export const dynamic = 'force-dynamic'

// The URL of this page grants access, so it is not sent as a referrer or indexed.
export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('yourData')
  return {
    title: t('title'),
    robots: { index: false, follow: false },
    referrer: 'no-referrer',
  }
}

/** Shows all stored data of one reader. Opening it changes nothing. */
export default async function ReaderDataPage({ params }: { params: Promise<{ ticket: string }> }) {
  const t = await getTranslations('yourData')
  const { ticket } = await params
  const claim = readDataTicket(ticket) ?? notFound()
  const { addresses, comments } = await getReaderData(claim)
  const hasAddress = String(addresses.length > 0)
  const isNothing = addresses.length === 0 && comments.length === 0
  return (
    <>
      <h1 className="font-medium text-title tracking-tight">{t('title')}</h1>
      <p className="mt-5 text-lead text-muted">
        {isNothing
          ? t('nothing')
          : t('found', { comments: comments.length, hasAddress, minutes: dataTicketMinutes })}
      </p>
      {!isNothing && (
        <>
          <p className="mt-5">
            <a href={`${dataPath(ticket)}/download`} download="your-data.json">
              {t('download')}
            </a>
          </p>
          <ol className="mt-10 space-y-8">
            {comments.map((comment) => (
              <li key={comment.id}>
                <ReaderCommentItem comment={comment} />
              </li>
            ))}
          </ol>
          <details className="comment-form mt-12">
            <summary>{t('erase')}</summary>
            <form method="post" action={`${dataPath(ticket)}/erase`} className="comment-form mt-2">
              <p>{t('eraseHint', { hasAddress })}</p>
              <label className="flex min-h-11 items-center gap-3">
                <input type="checkbox" name="sure" value="yes" required className="size-5" />
                <span>{t('confirm')}</span>
              </label>
              <p className="comment-buttons">
                <button type="submit">{t('eraseAll')}</button>
              </p>
            </form>
          </details>
        </>
      )}
    </>
  )
}

/** A comment as its author sees it: its post, its state and its earlier versions. */
async function ReaderCommentItem({ comment }: { comment: ReaderComment }) {
  const t = await getTranslations('yourData')
  const { id, post, status, author_name, content, created_at, earlier_texts, waiting_content } =
    comment
  return (
    <article className="border-rule border-s-2 ps-5">
      <div className="font-sans text-fine text-muted">
        {t.rich('comment', {
          name: author_name,
          author: (name) => (
            <h2 className="inline">
              <ContentLang className="font-semibold text-ink text-small">{name}</ContentLang>
            </h2>
          ),
          title: threadTitle(post),
          post: (title) => (
            <a href={status === 'published' ? commentUrl(post, id) : threadUrl(post)}>
              <ContentLang>{title}</ContentLang>
            </a>
          ),
          time: () => <DateTime value={new Date(created_at)} withTime />,
          status,
          isEdited: String(earlier_texts.length > 0),
          isEditWaiting: String(waiting_content !== null),
        })}
      </div>
      <CommentText content={content} />
    </article>
  )
}
