import type { ServerResponse } from 'node:http'
import { wasUnavailableSince } from '@/lib/db/database-faults'
import { beforeHead } from './before-head'

/** As a problem says it. */
const retryAfterSeconds = 2
/** Next lets a request join a render of the same page that is under way, and that may have failed already. */
const joinedMsMax = 5_000

/**
 * A page that could not be made while the database was away says so: 503 (RFC 9110, 15.6.4), after which a cache keeps
 * what it has and a search engine comes again. Next knows one status for whatever goes wrong in a page, 500.
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
