import { isbot } from 'isbot'

/** Reason in the request itself why a view is not counted. */
export type Refusal = 'no-user-agent' | 'bot' | 'prefetch' | 'navigation' | 'staff'

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

/**
 * Checks if a view request comes from a reader.
 * @param sender with a user agent of bounded length
 * @returns the reason for a refusal; undefined if there is none
 */
export function findRefusal(sender: Sender): Refusal | undefined {
  const { userAgent, purpose, fetchMode, fetchDestination, isStaff } = sender
  // Empty in no browser, but isbot returns false for it.
  if (userAgent.trim() === '') return 'no-user-agent'
  if (isbot(userAgent)) return 'bot'
  // Values are “prefetch”, and “prefetch;prerender” until a prerendered page is shown.
  if (/prefetch|prerender|preview/i.test(purpose ?? '')) return 'prefetch'
  // The client script uses fetch (`cors` or `same-origin`, `empty`), unlike forms and links.
  if (fetchMode === 'navigate' || (fetchDestination ?? 'empty') !== 'empty') return 'navigation'
  return isStaff ? 'staff' : undefined
}
