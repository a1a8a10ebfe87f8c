import type { Metadata } from 'next'
import { CommentsKept } from '@/components/privacy/comments-kept'
import { KeptList } from '@/components/privacy/kept-list'
import { ServiceKept } from '@/components/privacy/service-kept'
import { env } from '@/lib/env'
import { isMailEnabled } from '@/lib/mail/mail-settings'
import { networkKeptHours } from '@/lib/network-hash/delete-old-salts'
import { limits } from '@/lib/rate-limit/rate-limit'
import { timers } from '@/lib/timers/timers'
import { cookies, stored, storedByEditor } from './kept-in-browser'

// The content depends on the configuration, which a build does not know.
export const dynamic = 'force-dynamic'

export const metadata: Metadata = {
  title: 'Privacy',
  description: 'What this blog keeps, why, and how long.',
  alternates: { canonical: '/privacy' },
}

/**
 * Lists the stored data with purposes and retention periods. Each number is the constant that the
 * code uses.
 */
export default function PrivacyPage() {
  const { AKISMET_KEY, REDIS_URL, UPSTASH_REDIS_REST_URL, onVercel } = env()
  const forgetEveryHours = onVercel
    ? 24
    : (timers.find(({ path }) => path.endsWith('forget-networks'))?.everyMs ?? 0) / 3_600_000
  const networkUntil =
    `${networkKeptHours} hours, and until the timer next comes by: ` +
    `${forgetEveryHours === 1 ? 'it does every hour' : 'it does once a day'}`
  const limitHours =
    Math.max(...Object.values(limits).map(({ windowSeconds }) => windowSeconds)) / 3_600
  return (
    <>
      <h1 className="font-medium text-title tracking-tight">Privacy</h1>
      <p className="mt-5 text-lead text-muted">
        You can read everything here without an account and without a cookie. This is what is kept,
        why, and how long. <a href="/privacy/your-data">See, take away or erase what you wrote</a>.
      </p>
      <CommentsKept networkUntil={networkUntil} isMailEnabled={isMailEnabled()} />
      <KeptList
        id="browser"
        title="In your browser"
        rows={[
          ...cookies().map(({ name, what, until }) => ({
            what: <>Cookie {name}</>,
            why: what,
            until,
          })),
          ...Object.entries(stored).map(([kind, { what, until }]) => ({
            what: <>Local storage afterword:{kind}</>,
            why: what,
            until: `until ${until}`,
          })),
          {
            what: <>Local storage {storedByEditor.name}</>,
            why: storedByEditor.what,
            until: `until ${storedByEditor.until}`,
          },
          {
            what: 'Local storage desk-keys',
            why: 'of the owner and the moderators alone: whether the admin area is worked by keys',
            until: 'until they clear it',
          },
        ]}
      >
        <p>
          Reading sets no cookie. None of these is sent to anybody but this blog, and there is no
          script here of anybody else’s.
        </p>
      </KeptList>
      <ServiceKept
        networkUntil={networkUntil}
        isLimitShared={(UPSTASH_REDIS_REST_URL ?? REDIS_URL) !== undefined}
        limitHours={limitHours}
        host={onVercel ? 'Vercel' : undefined}
      />
      <section aria-labelledby="others" className="mt-12">
        <h2 id="others" className="font-medium text-heading tracking-tight">
          Who else learns of it
        </h2>
        <ul className="mt-4 list-disc space-y-2 ps-5">
          {isMailEnabled() && <li>The mail service that delivers the mails you asked for.</li>}
          {AKISMET_KEY && (
            <li>
              Akismet, which is asked whether a comment is spam before it is published: its text,
              name, e-mail address and the user agent and IP address it came with are sent there.
            </li>
          )}
          {UPSTASH_REDIS_REST_URL && (
            <li>The Redis service that counts requests: keyed hashes of networks.</li>
          )}
          {onVercel && <li>Vercel, which runs the server and sees every request on its way.</li>}
          <li>Nobody else: nothing is sold, no advertisement, no analytics of others.</li>
        </ul>
      </section>
    </>
  )
}
