/** An endpoint that the response cache of the custom server can answer. */
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

const shared = globalThis as typeof globalThis & { afterwordCachedReads?: Map<string, CachedRead> }

shared.afterwordCachedReads ??= new Map()

/**
 * The cacheable endpoints by path. Global, because the custom server is a separate bundle in the
 * same process. On Vercel, nothing uses it.
 */
export const cachedReads = shared.afterwordCachedReads
