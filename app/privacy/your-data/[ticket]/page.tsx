import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ReaderCommentItem } from '@/components/readers/reader-comment-item'
import { dataPath, dataTicketMinutes, readDataTicket } from '@/lib/mail/data-ticket'
import { getReaderData } from '@/lib/readers/get-reader-data'

export const dynamic = 'force-dynamic'

// The URL of this page grants access, so it is not sent as a referrer or indexed.
export const metadata: Metadata = {
  title: 'Your data',
  robots: { index: false, follow: false },
  referrer: 'no-referrer',
}

/**
 * Shows all stored data of one reader and lets them download or erase it. Opening it changes
 * nothing.
 */
export default async function ReaderDataPage({ params }: { params: Promise<{ ticket: string }> }) {
  const { ticket } = await params
  const claim = readDataTicket(ticket) ?? notFound()
  const { addresses, comments } = await getReaderData(claim)
  const isNothing = addresses.length === 0 && comments.length === 0
  return (
    <>
      <h1 className="font-medium text-title tracking-tight">Your data</h1>
      <p className="mt-5 text-lead text-muted">
        {isNothing
          ? 'Nothing is kept: none of your comments was found.'
          : `${comments.length === 1 ? 'One comment' : `${comments.length} comments`}` +
            `${addresses.length > 0 ? ', and your e-mail address' : ''}. ` +
            `Anyone with this link can open this page for ${dataTicketMinutes} minutes.`}
      </p>
      {!isNothing && (
        <>
          <p className="mt-5">
            <a href={`${dataPath(ticket)}/download`} download="your-data.json">
              Download it all as JSON
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
            <summary>Erase it all</summary>
            <form method="post" action={`${dataPath(ticket)}/erase`} className="comment-form mt-2">
              <p>
                This deletes every comment listed here, with its name, its earlier versions
                {addresses.length > 0 && ', your address'} and all data stored with it. This cannot
                be undone. Replies by others remain, below an empty comment.
              </p>
              <label className="flex min-h-11 items-center gap-3">
                <input type="checkbox" name="sure" value="yes" required className="size-5" />
                <span>Yes, I want it all erased</span>
              </label>
              <p className="comment-buttons">
                <button type="submit">Erase everything</button>
              </p>
            </form>
          </details>
        </>
      )}
    </>
  )
}
