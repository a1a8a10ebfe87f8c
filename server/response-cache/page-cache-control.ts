import type { ServerResponse } from 'node:http'
import { beforeHead } from '@/server/http-fixes/before-head'

/** How Next says for how long a page of its cache counts: to itself, and to every cache between it and the reader. */
const lifetime = /^s-maxage=(\d+)/
/** What Next says of an answer that it was given no time for, as a route handler's `notFound()` is: a year. */
const timelessSeconds = 31_536_000

/**
 * Has caches before this server ask again for each page: a purge reaches none of them, and a comment that was deleted
 * would be read there for as long as the page was to count. To ask costs little: what is unchanged is a 304 without a body.
 *
 * Who was redirected asks again, too, and who found nothing. A browser keeps a permanent redirect for good where nothing
 * forbids it (RFC 9110, 15.4.9): of a post that is called as it was before, each of its two addresses would lead to the
 * other, for ever.
 *
 * @param sharedSeconds for how long a shared cache may answer a page without asking (RFC 9111, 5.2.2.10)
 */
export function setPageCacheControl(response: ServerResponse, sharedSeconds: number): void {
  beforeHead(response, (status) => {
    const kept = String(response.getHeader('cache-control') ?? '')
    const seconds = Number(lifetime.exec(kept)?.[1] ?? Number.NaN)
    const isMoved = (status === 301 || status === 308) && kept !== 'no-store'
    if (isMoved || (status === 404 && seconds === timelessSeconds))
      response.setHeader('cache-control', 'no-cache')
    else if (!Number.isNaN(seconds))
      response.setHeader('cache-control', pageLifetime(Math.min(seconds, sharedSeconds)))
    return status
  })
}

const pageLifetime = (seconds: number) =>
  `public, max-age=0, ${seconds > 0 ? `s-maxage=${seconds}` : 'must-revalidate'}`
