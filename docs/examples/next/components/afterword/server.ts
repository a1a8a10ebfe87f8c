import { createClient } from './client'

/** The blog that stores the comments. */
export const origin = process.env.AFTERWORD_URL ?? 'https://comments.example.org'

/**
 * Returns the cache tag of a page, which the webhook route expires. Next.js ignores tags of more
 * than 256 characters.
 */
export const tagOf = (slug: string): string => `afterword:${slug}`.slice(0, 256)

/**
 * Returns a client whose responses Next.js caches for five minutes, or until the webhook arrives.
 * @param slug host and path of the page, decoded, without a trailing slash
 */
export const cachedClient = (slug: string) =>
  createClient(origin, {
    // Next.js gives up on a page that takes more than a minute to build.
    retryAfterMax: 5,
    fetch: (input, init) =>
      fetch(input, {
        ...init,
        // Part of the cache key. With `partialPrefetching`, Next.js 16.4 would otherwise answer
        // from the cache of the build after the tag has expired.
        headers: { 'X-Next-Phase': process.env.NEXT_PHASE ?? '' },
        next: { tags: [tagOf(slug)], revalidate: 300 },
      }),
  })
