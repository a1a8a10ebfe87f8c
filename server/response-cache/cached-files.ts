/**
 * The scripts, style sheets and fonts that Next has built, ready to be sent: compressed once and as small as they get, and
 * answered before the request goes through Next's routing. Each is named by what it holds, so it never changes. Only what
 * Next answered is kept, with the headers it gave; whatever is not a plain read goes to Next as it came.
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
import { pack } from './compression'

const bytesMax = 32 * 1024 * 1024
const ready = new LRUCache<string, CachedResponse>({
  maxSize: bytesMax,
  sizeCalculation: cachedBytes,
})

/** Files that are being compressed, or wait for it: once is enough, however many ask at the same time. */
const compressing = new Set<string>()

/** One after the other: what else is read, looked up or hashed shares the few threads that compress. */
let last = Promise.resolve()

/** The names that a build gives, and no way out of its folder. */
const built = /^\/_next\/static\/((?:[\w~-][\w.~-]*\/)*[\w~-][\w.~-]*)$/

/**
 * Answers a plain read of a built file that is ready.
 * @returns whether it did
 */
export function sendCachedFile(request: IncomingMessage, response: ServerResponse): boolean {
  const file = isPlainRead(request) ? ready.get(request.url ?? '/') : undefined
  if (file) sendCachedResponse(request, response, file)
  return file !== undefined
}

/**
 * Keeps the built file that Next answers with, if it is one.
 * @param directory of the build, `.next`
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
    // Of a build that is being worked on, nothing is said to last.
    if (
      response.statusCode !== 200 ||
      !String(response.getHeader('cache-control')).includes('immutable')
    )
      return
    compressing.add(url)
    const headers = response.getHeaders()
    last = last
      .then(() => keepFile(url, path.join(directory, 'static', name), headers))
      // A file that was there a moment ago is read again with the next request.
      .catch((error: unknown) =>
        console.warn(`${url} was not kept: ${error instanceof Error ? error.message : 'unknown'}`),
      )
      .finally(() => void compressing.delete(url))
  })
}

async function keepFile(url: string, file: string, answered: OutgoingHttpHeaders): Promise<void> {
  const etag = sharedEtag(answered)
  if (etag === undefined) return
  const bodies = await pack(await readFile(file), String(answered['content-type']), 11)
  ready.set(url, { headers: sharedHeaders(answered), etag, bodies })
}

/** Of the whole file: a part of it is Next's to cut out. */
const isPlainRead = ({ method, headers }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') && !('range' in headers)
