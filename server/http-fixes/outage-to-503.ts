import type { ServerResponse } from 'node:http'
import { wasUnavailableSince } from '@/lib/db/database-faults'
import { beforeHead } from './before-head'

/** Seconds, as in problem details. */
const retryAfterSeconds = 2
/**
 * Milliseconds. Next.js lets a request join a running render of the same page, which may already
 * have failed.
 */
const joinedMsMax = 5_000

/**
 * Changes a 500 into a 503 if the database was unavailable while the page rendered (RFC 9110,
 * 15.6.4). On a 503, caches keep their copy and search engines retry. Next.js sends 500 for every
 * error of a page.
 */
export function outageTo503(response: ServerResponse): void {
  const begun = performance.now()
  beforeHead(response, (status) => {
    if (status !== 500 || !wasUnavailableSince(begun - joinedMsMax)) return status
    response.setHeader('Retry-After', String(retryAfterSeconds))
    response.statusMessage = 'Service Unavailable'
    return 503
  })
}
