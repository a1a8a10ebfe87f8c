import type { Metadata } from 'next'
import { KeptTokens } from '@/components/readers/kept-tokens'
import { isMailEnabled } from '@/lib/mail/mail-settings'

export const dynamic = 'force-dynamic'

export const metadata: Metadata = {
  title: 'Your data',
  description: 'View, download and erase what you wrote here.',
}

/**
 * Offers two ways to find a reader's data: this browser or an address. Both work without
 * JavaScript.
 */
export default function YourDataPage() {
  return (
    <>
      <h1 className="font-medium text-title tracking-tight">Your data</h1>
      <p className="mt-5 text-lead text-muted">
        View, download or erase what you wrote here and the data stored with it.{' '}
        <a href="/privacy">What is stored, and for how long</a>.
      </p>
      <section aria-labelledby="browser" className="mt-12">
        <h2 id="browser" className="font-medium text-heading tracking-tight">
          What this browser wrote
        </h2>
        <form method="post" action="/comments/yours" className="comment-form mt-4">
          <KeptTokens />
          <p>Finds your comments with the edit tokens that this browser has stored.</p>
          <details>
            <summary>I have edit tokens</summary>
            <div className="comment-field mt-2">
              <label htmlFor="tokens">Ids of comments, each with its edit token</label>
              <textarea
                id="tokens"
                name="tokens"
                rows={4}
                spellCheck={false}
                autoComplete="off"
                aria-describedby="tokens-hint"
              />
              <small id="tokens-hint">One per line: 12 its-edit-token</small>
            </div>
          </details>
          <p className="comment-buttons">
            <button type="submit">Show it</button>
          </p>
        </form>
      </section>
      <section aria-labelledby="address" className="mt-12">
        <h2 id="address" className="font-medium text-heading tracking-tight">
          What you wrote under your e-mail address
        </h2>
        {isMailEnabled() ? (
          <form method="post" action="/privacy/your-data/by-address" className="comment-form mt-4">
            <div className="comment-field">
              <label htmlFor="author-email">E-mail</label>
              <input
                id="author-email"
                name="author_email"
                type="email"
                autoComplete="email"
                required
                maxLength={254}
              />
              <small>
                If data is stored under this address, we send a link to it. Nobody else can view or
                erase the data.
              </small>
            </div>
            <p className="comment-buttons">
              <button type="submit">Send me the link</button>
            </p>
          </form>
        ) : (
          <p className="mt-4">
            This blog sends no mail. Ask its owner to look up or erase your data by your address.
          </p>
        )}
      </section>
    </>
  )
}
