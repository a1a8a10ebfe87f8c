import { createHash } from 'node:crypto'

/** An Atom feed, open to readers on any site. Who asks again with its validator is answered without it. */
export function feedResponse(feed: string): Response {
  return new Response(feed, {
    headers: {
      'Content-Type': 'application/atom+xml; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
      'Access-Control-Allow-Origin': '*',
      ETag: `W/"${createHash('sha1').update(feed).digest('base64url')}"`,
    },
  })
}
