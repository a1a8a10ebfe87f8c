/**
 * The context of the current request. The custom server, a separate bundle in the same process,
 * sets it for every request; on Vercel, the endpoints do.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { env } from '@/lib/env'

export type RequestContext = {
  id: string
  /** Returns the pattern of the route, such as `/posts/[slug]`, once it is known. */
  route?: () => string | undefined
  /** Set if the response cache served the request. */
  isCached?: true
  /**
   * Set by an endpoint whose response is the same for all clients until its thread changes: the
   * parameters of the request, the body, and the current slug of the thread.
   */
  sharedBody?: { key: string; body: string; thread: string }
}

const shared = globalThis as typeof globalThis & {
  afterwordRequests?: AsyncLocalStorage<RequestContext>
}

shared.afterwordRequests ??= new AsyncLocalStorage()

export const requestContexts = shared.afterwordRequests

/** Allows UUIDs and the ids of common proxies and of Vercel, but nothing that could forge logs. */
const wellFormed = /^[\w:.-]{8,128}$/

/**
 * Returns the id of a request: the id from Vercel or from a trusted proxy (`X-Request-Id`) if it is
 * well formed, otherwise a new one.
 */
export function requestIdOf(headers: Pick<Headers, 'get'>): string {
  const { onVercel, TRUSTED_PROXY_HOPS } = env()
  const name = onVercel ? 'x-vercel-id' : 'x-request-id'
  const given = onVercel || TRUSTED_PROXY_HOPS > 0 ? headers.get(name) : null
  return given !== null && wellFormed.test(given) ? given : randomUUID()
}

/** Runs `work` in the context of the current request, or of a new one with these headers. */
export function inRequestContext<Result>(
  headers: Pick<Headers, 'get'>,
  work: () => Result,
): Result {
  const current = requestContexts.getStore()
  return current ? work() : requestContexts.run({ id: requestIdOf(headers) }, work)
}
