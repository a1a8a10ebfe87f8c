import type {
  IncomingHttpHeaders,
  IncomingMessage,
  OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http'
import { matchesEtag } from '@/lib/http/matches-etag'
import { type Bodies, chooseEncoding } from './compression'

/**
 * Whether who asks has the answer already. A date counts where no entity tag is given (RFC 9110, 13.2.2), and only if it is the
 * very one that was sent: what is newest in a list can become older, when something is taken back.
 */
export function isUnchanged(
  asked: IncomingHttpHeaders,
  answer: { etag: string; lastModified: string | undefined },
): boolean {
  const { 'if-none-match': tags, 'if-modified-since': date } = asked
  return tags === undefined
    ? date !== undefined && date === answer.lastModified
    : matchesEtag(tags, answer.etag)
}

/** What was answered once, and is sent to others as it was. */
export type CachedResponse = { headers: Record<string, string>; etag: string; bodies: Bodies }

/** What it takes in memory, in bytes, by the key it is kept under. */
export const cachedBytes = ({ bodies }: CachedResponse, key: string): number =>
  1_000 + key.length + bodies.br.length + bodies.gzip.length + bodies.identity.length

/** What belongs to one answer alone, or to its encoding. */
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

/** The headers that another reader gets too, as they were answered. Next gives those of a route handler as lists. */
export const sharedHeaders = (answered: OutgoingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(answered).flatMap(([name, value]) =>
      value === undefined || ownHeaders.includes(name) ? [] : [[name, String(value)]],
    ),
  )

/** The bytes differ with the encoding, what they say does not: a weak validator (RFC 9110, 8.8.1). */
export function sharedEtag(answered: OutgoingHttpHeaders): string | undefined {
  const [etag] = [answered.etag].flat()
  return typeof etag === 'string' ? `W/${etag.replace(/^W\//, '')}` : undefined
}

/** Sends it to a reader, in the encoding he takes, or tells him that he has it. */
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
