import type { ServerResponse } from 'node:http'
import { beforeHead } from './before-head'

/** What Next says of an answer that it was given no time for, as a route handler's `notFound()` is: a year. */
const timeless = 's-maxage=31536000'

/**
 * Has whoever was redirected ask again the next time, and whoever found nothing. A browser keeps a permanent redirect for
 * good where nothing forbids it (RFC 9110, 15.4.9), and a cache before us for as long as a page: of a post that is called
 * as it was before, each of its two addresses would lead to the other, for ever.
 */
export function recheckMoved(response: ServerResponse): void {
  beforeHead(response, (status) => {
    const kept = response.getHeader('cache-control')
    const isMoved = (status === 301 || status === 308) && kept !== 'no-store'
    if (isMoved || (status === 404 && kept === timeless)) response.setHeader('cache-control', 'no-cache')
    return status
  })
}
