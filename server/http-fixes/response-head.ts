import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { wasUnavailableSince } from '@/lib/db/database-errors'

/**
 * Runs `mapStatus`, which returns the status to be sent, just before the head of a response is
 * written, when its headers are final. These include the headers passed to `writeHead`. The most
 * recently added callback runs first.
 */
export function beforeHead(
  response: ServerResponse,
  mapStatus: (status: number, headers: OutgoingHttpHeaders) => number,
): void {
  response.writeHead = new Proxy(response.writeHead, {
    apply: (writeHead, self, args) =>
      Reflect.apply(writeHead, self, args.with(0, mapStatus(args[0], args[1] ?? {}))),
  })
}

/** Adds headers that are not set when the head is written. Next.js would not overwrite them. */
export function fillHeaders(response: ServerResponse, headers: Record<string, string>): void {
  beforeHead(response, (status) => {
    for (const [name, value] of Object.entries(headers))
      if (!response.hasHeader(name)) response.setHeader(name, value)
    return status
  })
}

/**
 * Prevents a duplicate `Location` header (RFC 9110, 10.2.2). Next.js 16 sets it when a dynamic page
 * redirects, and then appends the headers of the rendered page. Clients combine two into one URL.
 */
export function dedupeLocation(response: ServerResponse): void {
  const append = response.appendHeader.bind(response)
  response.appendHeader = (name, value) =>
    name.toLowerCase() === 'location' ? response.setHeader(name, value) : append(name, value)
}

/** Seconds, as in problem details. */
const retryAfterSeconds = 2
/** Milliseconds. A request can join a running render, which may already have failed. */
const joinedMsMax = 5_000

/**
 * Changes a 500 into a 503 if the database was unavailable while the page rendered (RFC 9110,
 * 15.6.4). On a 503, caches keep their copy and search engines retry. Next.js sends 500 for every
 * error of a page.
 */
export function outageTo503(response: ServerResponse): void {
  const startedAt = performance.now()
  beforeHead(response, (status) => {
    if (status !== 500 || !wasUnavailableSince(startedAt - joinedMsMax)) return status
    response.setHeader('Retry-After', String(retryAfterSeconds))
    response.statusMessage = 'Service Unavailable'
    return 503
  })
}
