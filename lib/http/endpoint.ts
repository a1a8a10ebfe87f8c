import 'server-only'
import { unstable_rethrow } from 'next/navigation'
import type { z } from 'zod'
import { coalesce } from '@/lib/concurrency/coalesce'
import { env } from '@/lib/env'
import { AppError } from '@/lib/errors'
import { errorText } from '@/lib/i18n/error-text'
import type { Limit } from '@/lib/rate-limit/limiter'
import { limits } from '@/lib/rate-limit/rate-limit'
import { clientAddress, isFromThisMachine } from '@/lib/security/client-address'
import { requestContexts } from '@/lib/telemetry/request-context'
import { isSiteOrigin } from '@/lib/threads/find-site'
import { isLocalOrigin, isLocalSlug } from '@/lib/threads/site'
import { bodyBytesMax, tooLarge } from './body-limit'
import { cachedReads } from './cached-reads'
import { countRequest } from './count-request'
import { matchesEtag, weakEtag } from './etag'
import { parseQuery } from './parse-query'
import { toProblem } from './problem'
import { inRequestLanguage } from './request-language'

type Handler = (request: Request) => Promise<Response>
type Method = 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Allows any site to read, including these headers (Fetch standard, “CORS protocol”). */
const openToAll = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, Link, RateLimit, RateLimit-Policy, Retry-After',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
}

/** The input of a read handler. */
type Read<Shape extends z.ZodRawShape> = {
  query: z.infer<z.ZodObject<Shape>>
  /** Returns true for the slug of a page on `localhost` that this client may not see. */
  hides: (slug: string) => boolean
}

/**
 * Creates a public GET endpoint with limits, parsed parameters, CORS, caching headers and errors.
 * The handler gets parsed parameters, returns a body (or a `Reply`) without interface text, and
 * throws typed errors.
 * @param options.cachedAt the path of an endpoint whose replies may be cached until their `thread`
 * changes. Those with a `thread` must not depend on anything but the parameters.
 */
export function endpoint<Shape extends z.ZodRawShape>(
  options: { limit?: Limit; query: z.ZodObject<Shape>; cachedAt?: string },
  handle: (input: Read<Shape>) => Promise<unknown>,
): Handler {
  const getReply = coalesce(async (read: Read<Shape>) => {
    const result = await handle(read)
    return result instanceof Reply ? result : new Reply(result)
  })
  const keyOf = (query: z.infer<z.ZodObject<Shape>>) => JSON.stringify(query)
  const count = async (headers: Pick<Headers, 'get'>) =>
    options.limit ? countRequest([options.limit], clientAddress(headers)) : {}
  if (options.cachedAt !== undefined)
    cachedReads.set(options.cachedAt, {
      keyOf: (parameters) => keyOf(parseQuery(options.query, parameters)),
      count,
    })
  const respond = async (request: Request) => {
    let limited: Record<string, string> = {}
    try {
      if (Number(request.headers.get('content-length') ?? 0) > bodyBytesMax)
        throw new AppError('body-too-large', tooLarge(bodyBytesMax))
      limited = await count(request.headers)
      const query = parseQuery(options.query, new URL(request.url).searchParams)
      const key = keyOf(query)
      const showsLocal = showsLocalPages(request.headers)
      const hides = (slug: string) => isLocalSlug(slug) && !showsLocal
      const reply = await getReply(`${key} ${showsLocal}`, { query, hides })
      if (options.cachedAt !== undefined) share(key, reply)
      return toResponse(reply, request, limited)
    } catch (error) {
      unstable_rethrow(error)
      return toProblem(error, { ...openToAll, ...limited })
    }
  }
  return async (request) => inRequestLanguage(request.headers, async () => respond(request))
}

/**
 * Returns true if the client may see threads of pages on `localhost`. Such pages may, because no
 * other page can send their origin. Programs on this machine may, too. They send no origin, nor
 * does a browser that opens a URL of the API.
 */
const showsLocalPages = (headers: Headers): boolean =>
  isLocalOrigin(headers.get('origin') ?? '') || isFromThisMachine(headers)

/** Passes a reply to the response cache, if there is one. */
function share(key: string, { body, options: { thread } }: Reply): void {
  const request = requestContexts.getStore()
  if (request && thread !== undefined && typeof body === 'string')
    request.sharedBody = { key, body, thread }
}

/** Returns handlers for the methods not `taken`: 405, or a preflight response. */
export function otherMethods(
  ...taken: ('GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE')[]
): Record<Method, Handler> {
  const allow = [
    ...taken.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
    'OPTIONS',
  ]
  // A static route cannot read the method of a request in Node.js 24.
  const refuse =
    (method: Method): Handler =>
    async ({ headers }) =>
      inRequestLanguage(headers, async () =>
        toProblem(new AppError('method-not-allowed', errorText('method', { method })), {
          ...openToAll,
          Allow: allow.join(', '),
        }),
      )
  const preflight: Handler = async (request) => {
    try {
      return new Response(null, {
        status: 204,
        headers: await preflightHeaders(request.headers, allow),
      })
    } catch (error) {
      return toProblem(error, openToAll)
    }
  }
  return {
    GET: refuse('GET'),
    HEAD: refuse('HEAD'),
    POST: refuse('POST'),
    PUT: refuse('PUT'),
    PATCH: refuse('PATCH'),
    DELETE: refuse('DELETE'),
    OPTIONS: preflight,
  }
}

/**
 * Returns true if an origin may post to any thread. The write itself checks the thread.
 * @throws TooManyRequests
 */
async function mayPost(origin: string, headers: Headers): Promise<boolean> {
  if (env().ALLOWED_ORIGINS.includes(origin)) return true
  await countRequest([limits.siteLookups], clientAddress(headers))
  return isSiteOrigin(origin).catch(() => false)
}

/**
 * Lets only allowed origins write (Fetch standard, “CORS-preflight fetch”).
 * @throws TooManyRequests instead of a refusal that browsers would cache
 */
async function preflightHeaders(
  headers: Headers,
  allow: string[],
): Promise<Record<string, string>> {
  const origin = headers.get('origin')
  const mayWrite = origin !== null && (await mayPost(origin, headers))
  const methods = mayWrite
    ? allow
    : allow.filter((method) => ['GET', 'HEAD', 'OPTIONS'].includes(method))
  return {
    ...openToAll,
    ...(mayWrite && { 'Access-Control-Allow-Origin': origin }),
    Allow: allow.join(', '),
    'Access-Control-Allow-Methods': methods.join(', '),
    'Access-Control-Allow-Headers': headers.get('access-control-request-headers') ?? '*',
    'Access-Control-Max-Age': '86400',
    Vary: 'Origin, Access-Control-Request-Headers',
  }
}

function toResponse(
  { body, etag, options }: Reply,
  request: Request,
  limited: Record<string, string>,
): Response {
  const headers = {
    ...openToAll,
    ...options.headers,
    'Cache-Control': options.cacheControl ?? 'no-cache',
    ETag: etag,
    // A cached response must not carry one client's remaining limit.
    ...(options.cacheControl ? {} : limited),
  }
  if (matchesEtag(request.headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers })
  const contentType = options.contentType ?? 'application/json; charset=utf-8'
  return new Response(typeof body === 'string' ? body : new Uint8Array(body), {
    headers: { ...headers, 'Content-Type': contentType },
  })
}

/** Options of a response besides its body. */
type ReplyOptions = {
  headers?: Record<string, string>
  /** Set if shared caches may store the response. Defaults to `no-cache`. */
  cacheControl?: string
  /** The type of a binary body; other bodies are JSON. */
  contentType?: string
  /** The slug of the thread, if every client may see it. Absent for other bodies. */
  thread?: string | undefined
}

/** The result of a handler: a body (bytes, or a value to send as JSON) and options. */
export class Reply {
  readonly body: string | Buffer
  readonly etag: string

  constructor(
    body: unknown,
    readonly options: ReplyOptions = {},
  ) {
    this.body = Buffer.isBuffer(body) ? body : JSON.stringify(body)
    this.etag = weakEtag(this.body)
  }
}
