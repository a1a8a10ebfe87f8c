/**
 * Pages that Next has made, ready to be sent: compressed once, not for every reader, and answered before the request
 * goes through Next's routing. Next stays the judge: only what it answered is kept, with the headers it gave, and only
 * as long as its cache (page-cache.ts) would answer the very same page. Whatever is not a plain read of a page goes to
 * Next as it came.
 */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { isUnchanged } from './is-unchanged'
import { isCurrent, type LookUp, lookUps, untilOvertakenRendersEnd } from './page-cache'
import type { Entry } from './page-entry'

type ReadyPage = { lookUp: LookUp; headers: Record<string, string>; etag: string; bodies: Record<Encoding, Buffer>; isPacked: boolean }
type Encoding = 'br' | 'gzip' | 'identity'

const bytesMax = 64 * 1024 * 1024
/** By path, of which one spelling counts: a page has one, strangers may think of any number. */
const ready = new LRUCache<string, ReadyPage>({
  maxSize: bytesMax,
  sizeCalculation: ({ bodies }, path) => 1_000 + path.length + bodies.br.length + bodies.gzip.length + bodies.identity.length,
})

/** Pages that are being compressed: once is enough, however many ask at the same time. */
const compressing = new Set<Entry>()

/** What belongs to one answer alone, or to its encoding. */
const ownHeaders = ['content-encoding', 'content-length', 'transfer-encoding', 'connection', 'keep-alive', 'date', 'etag', 'x-nextjs-cache']

/**
 * Answers a plain read of a page that is ready.
 * @returns whether it did
 */
export function sendReadyPage(request: IncomingMessage, response: ServerResponse): boolean {
  const path = request.url ?? '/'
  const page = isPlainRead(request) ? ready.get(path) : undefined
  if (!page) return false
  if (!isCurrent(page.lookUp)) {
    ready.delete(path)
    return false
  }
  const encoding = page.isPacked ? 'identity' : chooseEncoding(request.headers['accept-encoding'])
  const headers = { ...page.headers, etag: page.etag, 'x-nextjs-cache': 'HIT' }
  if (isUnchanged(request.headers, { etag: page.etag, lastModified: page.headers['last-modified'] })) {
    response.writeHead(304, headers).end()
    return true
  }
  const body = page.bodies[encoding]
  response.writeHead(200, {
    ...headers,
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    'content-length': String(body.length),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
  return true
}

/** Lets Next answer, and keeps the page that it answered with, if it is one. */
export async function answerAndKeepPage(request: IncomingMessage, response: ServerResponse, answer: () => Promise<void>): Promise<void> {
  const path = request.url ?? '/'
  if (path.startsWith('/api/') || path.startsWith('/_next/')) return answer()
  await untilOvertakenRendersEnd()
  await lookUps.run({}, async () => {
    const asked = lookUps.getStore()
    response.once('finish', () => {
      if (response.statusCode >= 500) asked?.failRender?.()
      const isPage = request.method === 'GET' && isPlainRead(request) && isCanonical(path)
      if (asked?.found && isPage && response.statusCode === 200 && !response.hasHeader('set-cookie')) {
        void keepPage(path, asked.found, response.getHeaders())
      }
    })
    await answer()
  })
}

async function keepPage(path: string, lookUp: LookUp, answered: OutgoingHttpHeaders): Promise<void> {
  const { html, body } = lookUp.entry.value
  // A feed is kept as bytes.
  const answer = html ?? body
  // Next gives the headers of a route handler as lists.
  const [etag] = [answered.etag].flat()
  if (answer === undefined || typeof etag !== 'string' || compressing.has(lookUp.entry)) return
  compressing.add(lookUp.entry)
  const identity = Buffer.from(answer)
  // A picture is packed already, and Next tells no cache by `Vary` that there might be another.
  const isPacked = /^image\/(?!svg)/.test(String(answered['content-type']))
  const [br, gzipped] = isPacked ? [identity, identity] : await compress(identity)
  const headers = Object.fromEntries(
    Object.entries(answered).flatMap(([name, value]) => (value === undefined || ownHeaders.includes(name) ? [] : [[name, String(value)]])),
  )
  // The bytes differ with the encoding, the page does not: a weak validator (RFC 9110, 8.8.1).
  ready.set(path, { lookUp, headers, etag: `W/${etag.replace(/^W\//, '')}`, bodies: { br, gzip: gzipped, identity }, isPacked })
  compressing.delete(lookUp.entry)
}

function compress(identity: Buffer): Promise<[Buffer, Buffer]> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 8, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length }
  return Promise.all([promisify(brotliCompress)(identity, { params }), promisify(gzip)(identity)])
}

/** The path as browsers write it, or as our links do (`/tags/C%2B%2B`): no other spelling of the same page is worth being kept. */
function isCanonical(path: string): boolean {
  if (new URL(path, 'http://localhost').pathname !== path) return false
  const parts = path.split('/').map((part) => encodeURIComponent(decodeURIComponent(part)))
  return encodeURI(decodeURIComponent(path)) === path || parts.join('/') === path
}

/** No query, no request of Next's own router, no preview of a draft. */
function isPlainRead({ method, url = '/', headers }: IncomingMessage): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    !url.includes('?') &&
    !('rsc' in headers) &&
    !Object.keys(headers).some((name) => name.startsWith('next-') || name.startsWith('x-prerender')) &&
    !headers.cookie?.includes('__prerender_bypass') &&
    !headers.cookie?.includes('__next_preview_data')
  )
}

/** RFC 9110, 12.5.3: what the client takes, the smallest first. A weight of 0 refuses. */
function chooseEncoding(accepted = ''): Encoding {
  const names = accepted
    .toLowerCase()
    .split(',')
    .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part))
    .map((part) => part.split(';', 1)[0]?.trim())
  return names.includes('br') ? 'br' : names.includes('gzip') ? 'gzip' : 'identity'
}
