import type { ServerResponse } from 'node:http'

/**
 * Has whoever was redirected ask again the next time. A browser keeps a permanent redirect for good where nothing forbids
 * it (RFC 9110, 15.4.9), and a cache before us for as long as a page: of a post that is called as it was before, each of
 * its two addresses would lead to the other, for ever.
 */
export function recheckRedirects(response: ServerResponse): void {
  response.writeHead = new Proxy(response.writeHead, {
    apply(writeHead, self, given) {
      const [status] = given
      const isKept = status === 301 || status === 308
      if (isKept && response.getHeader('cache-control') !== 'no-store') response.setHeader('cache-control', 'no-cache')
      return Reflect.apply(writeHead, self, given)
    },
  })
}
