/**
 * Connects read endpoints with the response cache of the Node entry, which is a separate bundle in
 * the same process. On Vercel, nothing uses what is registered here.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

/** An endpoint that the response cache can answer. */
export type CachedRead = {
  /**
   * Returns the parsed parameters as text.
   * @throws InvalidInput
   */
  keyOf: (parameters: URLSearchParams) => string
  /**
   * Counts a request, and returns the headers of its limit.
   * @throws TooManyRequests
   */
  count: (headers: Pick<Headers, 'get'>) => Promise<Record<string, string>>
}

/** A response body that is the same for all clients until its thread changes. */
export type SharedBody = {
  /** The parameters that the endpoint answered. */
  key: string
  body: string
  /** The current slug of the thread. */
  thread: string
}

type Registry = {
  /** Endpoints by path. */
  reads: Map<string, CachedRead>
  /** The request that is being answered. The endpoint sets the body. */
  requests: AsyncLocalStorage<{ shared?: SharedBody }>
}

const shared = globalThis as typeof globalThis & { afterwordCachedReads?: Registry }

shared.afterwordCachedReads ??= { reads: new Map(), requests: new AsyncLocalStorage() }

export const cachedReads: Registry = shared.afterwordCachedReads
