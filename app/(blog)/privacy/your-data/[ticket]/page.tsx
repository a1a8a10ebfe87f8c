import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { ReaderComments } from '@/components/readers/reader-comments'
import { dataPath, dataTicketMinutes, readDataTicket } from '@/lib/mail/data-ticket'
import { getReaderData } from '@/lib/readers/get-reader-data'

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
  const data = await getReaderData(claim)
  const { addresses, comments } = data
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
          <ReaderComments {...data} />
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
