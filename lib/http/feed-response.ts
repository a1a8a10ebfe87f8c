import { createHash } from 'node:crypto'

type Options = {
  /** The time of the last change to the content. */
  changedAt?: Date | undefined
  headers?: Record<string, string>
}

/**
 * Returns a text for programs, such as a feed, readable from any site. `ready-pages.ts` handles
 * conditional requests.
 */
export function feedResponse(
  text: string,
  mediaType: string,
  { changedAt, headers }: Options = {},
): Response {
  return new Response(text, {
    headers: {
      'Content-Type': `${mediaType}; charset=utf-8`,
      'X-Content-Type-Options': 'nosniff',
      'Access-Control-Allow-Origin': '*',
      ETag: `W/"${createHash('sha1').update(text).digest('base64url')}"`,
      ...(changedAt && { 'Last-Modified': changedAt.toUTCString() }),
      ...headers,
    },
  })
}
