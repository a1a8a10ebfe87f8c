import type { Metadata } from 'next'
import { requireRole } from '@/lib/auth/actor'
import { signedIn } from '@/lib/http/signed-in'
import { eraseForReader, openReader } from './actions'

export const dynamic = 'force-dynamic'

export const metadata: Metadata = { title: 'Readers', robots: { index: false } }

const outcomes = new Map([
  ['erased', 'It is erased.'],
  ['none', 'Nothing is kept of that address or comment.'],
  ['unsure', 'Nothing was erased: say that you are sure.'],
])

/** For the owner: what is kept of a reader who asks for it, and its erasure. What is typed stands in no address. */
export default async function ReadersPage({ searchParams }: { searchParams: Promise<{ outcome?: string | string[] }> }) {
  requireRole(await signedIn(), 'owner')
  const said = outcomes.get(String((await searchParams).outcome))
  return (
    <>
      <h1 className="font-medium text-title tracking-tight">Readers</h1>
      <p className="mt-5 text-lead text-muted">
        Somebody asks what is kept of them, or wants it gone? Their address leads to all they wrote; so does the number of one of their
        comments.
      </p>
      <p role="status" className="comment-message mt-5">
        {said}
      </p>
      <form action={openReader} className="comment-form mt-8">
        <ReaderField id="fetched" />
        <p className="comment-buttons">
          <button type="submit">Show what is kept</button>
        </p>
      </form>
      <details className="comment-form mt-12">
        <summary>Erase without looking</summary>
        <form action={eraseForReader} className="comment-form mt-2">
          <ReaderField id="erased" />
          <label className="flex min-h-11 items-center gap-3">
            <input type="checkbox" name="sure" value="yes" required className="size-5" />
            <span>Yes, erase all of it: it cannot be undone</span>
          </label>
          <p className="comment-buttons">
            <button type="submit">Erase everything</button>
          </p>
        </form>
      </details>
    </>
  )
}

function ReaderField({ id }: { id: string }) {
  return (
    <div className="comment-field">
      <label htmlFor={id}>E-mail address, or number of a comment</label>
      <input id={id} name="reader" required maxLength={254} autoComplete="off" />
    </div>
  )
}
