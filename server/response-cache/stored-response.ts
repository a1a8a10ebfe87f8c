import type {
  IncomingHttpHeaders,
  IncomingMessage,
  OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { matchesEtag } from '@/lib/http/etag'
import { requestContexts } from '@/lib/telemetry/request-context'

type Encoding = 'br' | 'gzip' | 'identity'

/** Images and fonts are already compressed. */
const compressedTypes = /^(?:image\/(?!svg)|font\/)/
/** Next.js does not compress smaller bodies either. */
const compressedBytesMin = 1_024

/**
 * Compresses a body that is sent often. Compressed formats use the same bytes for each encoding.
 * @param quality of Brotli, up to 11; from 10 on, it takes ten times as long for 10 % less
 */
export async function compress(
  identity: Buffer,
  contentType: string,
  quality: number,
): Promise<Record<Encoding, Buffer>> {
  if (compressedTypes.test(contentType) || identity.length < compressedBytesMin)
    return { br: identity, gzip: identity, identity }
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
  }
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(identity, { params }),
    promisify(gzip)(identity),
  ])
  return { br, gzip: gzipped, identity }
}

/** Returns the accepted encoding (RFC 9110, 12.5.3) with the smallest result. */
function chooseEncoding(accepted = ''): Encoding {
  const names = accepted
    .toLowerCase()
    .split(',')
    .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part))
    .map((part) => part.split(';', 1)[0]?.trim())
  return names.includes('br') ? 'br' : names.includes('gzip') ? 'gzip' : 'identity'
}

/**
 * Returns whether the client already has the response. The date counts only without an entity tag
 * (RFC 9110, 13.2.2), and only if it is equal. The date of a list moves back if its newest entry is
 * removed.
 */
export function isUnchanged(
  requestHeaders: IncomingHttpHeaders,
  stored: { etag: string; lastModified: string | undefined },
): boolean {
  const { 'if-none-match': tags, 'if-modified-since': date } = requestHeaders
  return tags === undefined
    ? date !== undefined && date === stored.lastModified
    : matchesEtag(tags, stored.etag)
}

/** A response that is stored and sent to other clients unchanged. */
export type StoredResponse = {
  headers: Record<string, string>
  etag: string
  bodies: Record<Encoding, Buffer>
  /** The pattern of the route; undefined for files of the build. */
  route: string | undefined
}

/** Returns the size in memory in bytes, including the key. */
export const storedBytes = ({ bodies }: StoredResponse, key: string): number =>
  1_000 + key.length + bodies.br.length + bodies.gzip.length + bodies.identity.length

/** Headers that depend on a single response or on its encoding. */
const ownHeaders = new Set(
  `content-encoding content-length transfer-encoding connection keep-alive date etag ratelimit
  ratelimit-policy server-timing set-cookie x-nextjs-cache x-request-id`.split(/\s+/),
)

/** Returns the headers that all readers get. Those of a route handler in Next.js are lists. */
export const sharedHeaders = (responseHeaders: OutgoingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(responseHeaders).flatMap(([name, value]) =>
      value === undefined || ownHeaders.has(name) ? [] : [[name, String(value)]],
    ),
  )

/** Returns a weak validator (RFC 9110, 8.8.1): the bytes differ by encoding. */
export function sharedEtag(responseHeaders: OutgoingHttpHeaders): string | undefined {
  const [etag] = [responseHeaders.etag].flat()
  return typeof etag === 'string' ? `W/${etag.replace(/^W\//, '')}` : undefined
}

/** Sends the response in an encoding that the client accepts, or 304 if the client has it. */
export function sendStoredResponse(
  request: IncomingMessage,
  response: ServerResponse,
  { headers, etag, bodies, route }: StoredResponse,
): void {
  Object.assign(requestContexts.getStore() ?? {}, { isCached: true, route: () => route })
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
