import { isbot } from 'isbot'
import type { Refusal } from './view'

/** What a request says of itself, as far as it tells a reader from what only looks like one. Absent headers are `null`. */
export type Sender = {
  userAgent: string
  /** `Sec-Purpose`, or the older `Purpose` and `X-Moz`. */
  purpose: string | null
  /** `Sec-Fetch-Mode` and `Sec-Fetch-Dest` (W3C Fetch Metadata). */
  fetchMode: string | null
  fetchDestination: string | null
  isStaff: boolean
}

/** Each is one reason; the first that holds is given. */
const rules: [Refusal, (sender: Sender) => boolean][] = [
  // isbot says false to an empty one; every browser sends one.
  ['no-user-agent', ({ userAgent }) => userAgent.trim() === ''],
  ['bot', ({ userAgent }) => isbot(userAgent)],
  // “prefetch”, and “prefetch;prerender” for as long as a prerendered page was not shown.
  ['prefetch', ({ purpose }) => purpose !== null && /prefetch|prerender|preview/i.test(purpose)],
  // The island sends a fetch (`cors` or `same-origin`, `empty`): a form or a link that leads here was not sent by it.
  [
    'navigation',
    ({ fetchMode, fetchDestination }) =>
      fetchMode === 'navigate' || (fetchDestination !== null && fetchDestination !== 'empty'),
  ],
  ['staff', ({ isStaff }) => isStaff],
]

/**
 * Whether a request that says a post was looked at comes from a reader.
 * @param sender with a user agent that is no longer than real ones are
 * @returns why it does not; undefined where nothing speaks against it
 */
export function judgeView(sender: Sender): Refusal | undefined {
  return rules.find(([, holds]) => holds(sender))?.[0]
}
