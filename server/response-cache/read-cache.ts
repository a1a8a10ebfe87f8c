/**
 * Serves API reads from earlier responses of the endpoints, without Next.js. Keys are parsed
 * parameters. A response expires when its thread is invalidated, or after as long as the pages of
 * posts (`revalidate`), so that changes reach all processes even without Redis.
 */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { Semaphore } from '@/lib/concurrency/semaphore'
import { messageOf } from '@/lib/errors'
import { type CachedRead, cachedReads, type SharedBody } from '@/lib/http/cached-reads'
import { allThreadsTag, threadTag } from '@/lib/threads/thread-tag'
import { currentPosition, isInvalidatedSince } from './page-cache'
import {
  compress,
  type StoredResponse,
  sendStoredResponse,
  sharedEtag,
  sharedHeaders,
  storedBytes,
} from './stored-response'

type CachedResponse = StoredResponse & {
  tags: string[]
  /** The number of invalidations known before the endpoint read the database. */
  position: number
  /** Milliseconds of `performance.now()`. */
  expiresAt: number
  isCompressed: boolean
}

const lifetimeMs = 300_000
const bytesMax = 1024 * 1024
/** Next.js does not compress smaller bodies either. */
const compressedBytesMin = 1_024

const responses = new LRUCache<string, CachedResponse>({
  maxSize: 32 * 1024 * 1024,
  sizeCalculation: storedBytes,
})

const compression = new Semaphore(1)
/** Responses that are being compressed or queued. */
let compressing = 0
const compressingMax = 100

/** A request that the cache may answer. */
type Read = CachedRead & { path: string; key: string }

/**
 * Returns the read that a request asks for, or undefined for other requests and those that the
 * endpoint rejects.
 */
export function findRead({ url = '/', headers }: IncomingMessage): Read | undefined {
  const [path = '', search] = url.split('?', 2)
  const read = cachedReads.reads.get(path)
  const hasBody = 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0
  if (!read || search === undefined || hasBody) return undefined
  try {
    return { ...read, path, key: read.keyOf(new URL(url, 'http://localhost').searchParams) }
  } catch {
    return undefined
  }
}

/** Sends the cached response or, if there is none, that of the endpoint, which is then cached. */
export async function respondToRead(
  read: Read,
  request: IncomingMessage,
  response: ServerResponse,
  render: () => Promise<void>,
): Promise<void> {
  const isSent = await sendCached(read, request, response)
  if (!isSent) await renderAndKeep(read, request, response, render)
}

/** Returns false if there is no cached response, or the client has no quota left. */
async function sendCached(
  { path, key, count }: Read,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const found = responses.get(path + key)
  if (!found || !isCurrent(found)) return false
  const get = (name: string) => request.headers[name]?.toString() ?? null
  // The endpoint also rejects the request, with problem details. Rejected requests do not count.
  const limited = await count({ get }).catch(() => undefined)
  if (!limited) return false
  sendStoredResponse(request, response, { ...found, headers: { ...found.headers, ...limited } })
  compressOnce(found)
  return true
}

const isCurrent = ({ position, tags, expiresAt }: CachedResponse): boolean =>
  performance.now() < expiresAt && !isInvalidatedSince(position, tags)

/** Compresses a response after its second request, because most are requested only once. */
function compressOnce(found: CachedResponse): void {
  const { identity } = found.bodies
  const isSmall = identity.length < compressedBytesMin
  if (found.isCompressed || isSmall || compressing >= compressingMax) return
  found.isCompressed = true
  compressing++
  void compression
    .hold(undefined, async () => {
      found.bodies = await compress(identity, found.headers['content-type'] ?? '', 5)
    })
    .catch((error: unknown) => console.warn(`A read was not compressed: ${messageOf(error)}`))
    .finally(() => compressing--)
}

async function renderAndKeep(
  { path }: Read,
  request: IncomingMessage,
  response: ServerResponse,
  render: () => Promise<void>,
): Promise<void> {
  const position = currentPosition()
  const context: { shared?: SharedBody } = {}
  if (request.method === 'GET')
    response.once('finish', () => {
      const isShared = response.statusCode === 200 && !response.hasHeader('set-cookie')
      if (isShared && context.shared) keep(path, context.shared, position, response.getHeaders())
    })
  await cachedReads.requests.run(context, render)
}

/** The key is that of the endpoint: Next.js may have changed the parameters of the request. */
function keep(
  path: string,
  { key, body, thread }: SharedBody,
  position: number,
  answered: OutgoingHttpHeaders,
): void {
  const identity = Buffer.from(body)
  const etag = sharedEtag(answered)
  if (etag === undefined || identity.length > bytesMax) return
  responses.set(path + key, {
    headers: { ...sharedHeaders(answered), vary: 'Accept-Encoding' },
    etag,
    bodies: { identity, br: identity, gzip: identity },
    route: path,
    tags: [allThreadsTag, threadTag(thread)],
    position,
    expiresAt: performance.now() + lifetimeMs,
    isCompressed: false,
  })
}
