import { isbot } from 'isbot'
import type { Refusal } from './view'

/**
 * Properties of a request that distinguish readers from bots and prefetches. Absent headers are
 * `null`.
 */
export type Sender = {
  userAgent: string
  /** `Sec-Purpose`, or the older `Purpose` and `X-Moz`. */
  purpose: string | null
  /** `Sec-Fetch-Mode` and `Sec-Fetch-Dest` (W3C Fetch Metadata). */
  fetchMode: string | null
  fetchDestination: string | null
  isStaff: boolean
}

/** Rules with their reasons; the first match applies. */
const rules: [Refusal, (sender: Sender) => boolean][] = [
  // Empty in no browser, but isbot returns false for it.
  ['no-user-agent', ({ userAgent }) => userAgent.trim() === ''],
  ['bot', ({ userAgent }) => isbot(userAgent)],
  // Values are “prefetch”, and “prefetch;prerender” until a prerendered page is shown.
  ['prefetch', ({ purpose }) => purpose !== null && /prefetch|prerender|preview/i.test(purpose)],
  // The client script uses fetch (`cors` or `same-origin`, `empty`). Forms and links are not
  // counted.
  [
    'navigation',
    ({ fetchMode, fetchDestination }) =>
      fetchMode === 'navigate' || (fetchDestination !== null && fetchDestination !== 'empty'),
  ],
  ['staff', ({ isStaff }) => isStaff],
]

/**
 * Checks if a view request comes from a reader.
 * @param sender with a user agent of bounded length
 * @returns the reason for a refusal; undefined if there is none
 */
export function judgeView(sender: Sender): Refusal | undefined {
  return rules.find(([, matches]) => matches(sender))?.[0]
}
