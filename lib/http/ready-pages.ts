/**
 * Pages that Next has made, ready to be sent: compressed once, not for every reader, and answered before the request
 * goes through Next's routing. Next stays the judge: only what it answered is kept, with the headers it gave, and only
 * as long as its cache (page-cache.ts) would answer the very same page. Whatever is not a plain read of a page goes to
 * Next as it came.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { matchesEtag } from './matches-etag'
import { isCurrent, type LookUp, lookUps } from './page-cache'

type ReadyPage = { lookUp: LookUp; headers: Record<string, string>; etag: string; bodies: Record<Encoding, Buffer> }
type Encoding = 'br' | 'gzip' | 'identity'

const bytesMax = 64 * 1024 * 1024
/** By the path as it was asked for. */
const ready = new LRUCache<string, ReadyPage>({
  maxSize: bytesMax,
  sizeCalculation: ({ bodies }, path) => 1_000 + path.length + bodies.br.length + bodies.gzip.length + bodies.identity.length,
})

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
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  const headers = { ...page.headers, etag: page.etag, 'x-nextjs-cache': 'HIT' }
  if (matchesEtag(request.headers['if-none-match'], page.etag)) {
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
  if (request.method !== 'GET' || !isPlainRead(request)) return answer()
  const lookUp: Partial<LookUp> = {}
  response.once('finish', () => {
    if (isWhole(lookUp) && response.statusCode === 200 && !response.hasHeader('set-cookie')) void keepPage(path, lookUp, response)
  })
  await lookUps.run(lookUp, answer)
}

function isWhole({ key, entry }: Partial<LookUp>): boolean {
  return key !== undefined && entry?.value.html !== undefined
}

async function keepPage(path: string, lookUp: Partial<LookUp>, response: ServerResponse): Promise<void> {
  const { key, entry } = lookUp
  const etag = response.getHeader('etag')
  if (key === undefined || entry?.value.html === undefined || typeof etag !== 'string') return
  const identity = Buffer.from(entry.value.html)
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(identity, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 8, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
    }),
    promisify(gzip)(identity),
  ])
  const headers = Object.fromEntries(
    Object.entries(response.getHeaders()).flatMap(([name, value]) =>
      value === undefined || ownHeaders.includes(name) ? [] : [[name, String(value)]],
    ),
  )
  // The bytes differ with the encoding, the page does not: a weak validator (RFC 9110, 8.8.1).
  ready.set(path, { lookUp: { key, entry }, headers, etag: `W/${etag.replace(/^W\//, '')}`, bodies: { br, gzip: gzipped, identity } })
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
