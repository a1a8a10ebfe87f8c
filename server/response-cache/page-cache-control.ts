import type { ServerResponse } from 'node:http'
import { beforeHead } from '@/server/http-fixes/response-head'

/** The directive of Next.js for the lifetime of a cached page. */
const lifetime = /^s-maxage=(\d+)/
/** The lifetime that Next.js sends by default, as for `notFound()` in a route handler: one year. */
const timelessSeconds = 31_536_000

/**
 * Makes caches in front of this server revalidate each page, because they do not learn of
 * invalidations. This includes redirects and missing pages: browsers keep a permanent redirect
 * indefinitely (RFC 9110, 15.4.9). If a post gets its old slug back, its two addresses would
 * redirect to each other forever.
 * @param sharedSeconds how long a shared cache may serve a page without revalidation (RFC 9111,
 * 5.2.2.10)
 */
export function setPageCacheControl(response: ServerResponse, sharedSeconds: number): void {
  beforeHead(response, (status) => {
    const kept = String(response.getHeader('cache-control') ?? '')
    const pageSeconds = Number(lifetime.exec(kept)?.[1] ?? Number.NaN)
    const isMoved = (status === 301 || status === 308) && kept !== 'no-store'
    if (isMoved || (status === 404 && pageSeconds === timelessSeconds))
      response.setHeader('cache-control', 'no-cache')
    else if (!Number.isNaN(pageSeconds)) {
      const seconds = Math.min(pageSeconds, sharedSeconds)
      const shared = seconds > 0 ? `s-maxage=${seconds}` : 'must-revalidate'
      response.setHeader('cache-control', `public, max-age=0, ${shared}`)
    }
    return status
  })
}
