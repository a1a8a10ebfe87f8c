/**
 * Caches the scripts, style sheets and fonts of a build: compressed once at the highest level and
 * served before the routing of Next.js. Their names contain a hash, so they never change. Only
 * files that Next.js served are cached, with its headers. All requests other than plain reads go to
 * Next.js.
 */
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import path from 'node:path'
import { LRUCache } from 'lru-cache'
import {
  type CachedResponse,
  cachedBytes,
  sendCachedResponse,
  sharedEtag,
  sharedHeaders,
} from './cached-response'
import { compress } from './compression'

const bytesMax = 32 * 1024 * 1024
const ready = new LRUCache<string, CachedResponse>({
  maxSize: bytesMax,
  sizeCalculation: cachedBytes,
})

/** Files that are being compressed or queued, to avoid compressing one twice. */
const compressing = new Set<string>()

/** Compresses one file at a time, because other work shares the few threads. */
let last = Promise.resolve()

/** Matches the file names of a build and rules out path traversal. */
const built = /^\/_next\/static\/((?:[\w~-][\w.~-]*\/)*[\w~-][\w.~-]*)$/

/**
 * Serves a plain read of a built file from the cache.
 * @returns whether it did
 */
export function sendCachedFile(request: IncomingMessage, response: ServerResponse): boolean {
  const file = isPlainRead(request) ? ready.get(request.url ?? '/') : undefined
  if (file) sendCachedResponse(request, response, file)
  return file !== undefined
}

/**
 * Caches the built file that Next.js responds with, if it is one.
 * @param directory the build directory, `.next`
 */
export function cacheSentFile(
  request: IncomingMessage,
  response: ServerResponse,
  directory: string,
): void {
  const url = request.url ?? '/'
  const name = isPlainRead(request) && request.method === 'GET' ? built.exec(url)?.[1] : undefined
  if (name === undefined || compressing.has(url)) return
  response.once('finish', () => {
    // The development server does not mark files as immutable.
    if (
      response.statusCode !== 200 ||
      !String(response.getHeader('cache-control')).includes('immutable')
    )
      return
    compressing.add(url)
    const headers = response.getHeaders()
    last = last
      .then(() => keepFile(url, path.join(directory, 'static', name), headers))
      // If the file has disappeared, the next request reads it again.
      .catch((error: unknown) =>
        console.warn(`${url} was not kept: ${error instanceof Error ? error.message : 'unknown'}`),
      )
      .finally(() => void compressing.delete(url))
  })
}

async function keepFile(url: string, file: string, answered: OutgoingHttpHeaders): Promise<void> {
  const etag = sharedEtag(answered)
  if (etag === undefined) return
  const bodies = await compress(await readFile(file), String(answered['content-type']), 11)
  ready.set(url, { headers: sharedHeaders(answered), etag, bodies })
}

/** Matches reads of the whole file; Next.js handles range requests. */
const isPlainRead = ({ method, headers }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') && !('range' in headers)
