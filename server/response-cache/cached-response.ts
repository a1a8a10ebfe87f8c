import type {
  IncomingHttpHeaders,
  IncomingMessage,
  OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http'
import { matchesEtag } from '@/lib/http/etag'
import { type Bodies, chooseEncoding } from './compression'

/**
 * Returns whether the client already has the response. The date counts only without an entity tag
 * (RFC 9110, 13.2.2), and only if it equals the one sent. The newest date in a list can move back
 * when an entry is deleted.
 */
export function isUnchanged(
  requestHeaders: IncomingHttpHeaders,
  answer: { etag: string; lastModified: string | undefined },
): boolean {
  const { 'if-none-match': tags, 'if-modified-since': date } = requestHeaders
  return tags === undefined
    ? date !== undefined && date === answer.lastModified
    : matchesEtag(tags, answer.etag)
}

/** A response that is stored and sent to other clients unchanged. */
export type CachedResponse = { headers: Record<string, string>; etag: string; bodies: Bodies }

/** Returns the size in memory in bytes, including the key. */
export const cachedBytes = ({ bodies }: CachedResponse, key: string): number =>
  1_000 + key.length + bodies.br.length + bodies.gzip.length + bodies.identity.length

/** Headers that depend on a single response or on its encoding. */
const ownHeaders = [
  'content-encoding',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'date',
  'etag',
  'x-nextjs-cache',
]

/** Returns the headers that all readers get. Those of a route handler in Next.js are lists. */
export const sharedHeaders = (answered: OutgoingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(answered).flatMap(([name, value]) =>
      value === undefined || ownHeaders.includes(name) ? [] : [[name, String(value)]],
    ),
  )

/**
 * Returns a weak validator (RFC 9110, 8.8.1): the bytes differ by encoding, but the content does
 * not.
 */
export function sharedEtag(answered: OutgoingHttpHeaders): string | undefined {
  const [etag] = [answered.etag].flat()
  return typeof etag === 'string' ? `W/${etag.replace(/^W\//, '')}` : undefined
}

/** Sends the response in an encoding that the client accepts, or 304 if the client has it. */
export function sendCachedResponse(
  request: IncomingMessage,
  response: ServerResponse,
  { headers, etag, bodies }: CachedResponse,
): void {
  if (isUnchanged(request.headers, { etag, lastModified: headers['last-modified'] })) {
    response.writeHead(304, { ...headers, etag }).end()
    return
  }
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  const body = bodies[encoding]
  response.writeHead(200, {
    ...headers,
    etag,
    ...(body !== bodies.identity && { 'content-encoding': encoding }),
    'content-length': String(body.length),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}
