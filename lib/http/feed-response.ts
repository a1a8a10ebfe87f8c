import { createHash } from 'node:crypto'

type Options = {
  /** When something in it last changed. */
  changedAt?: Date | undefined
  headers?: Record<string, string>
}

/**
 * A text for programs, such as a feed, open to readers on any site. Who asks again with what it says of itself is answered
 * without it (ready-pages.ts).
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
