import 'server-only'
import { LRUCache } from 'lru-cache'
import { AppError } from '@/lib/errors'
import { fetchPage } from '@/lib/link-previews/fetch/fetch-page'
import { imageProfile } from '@/lib/link-previews/fetch/fetch-profile'
import { parseTarget } from '@/lib/link-previews/fetch/parse-target'
import { PageNotRead } from '@/lib/link-previews/fetch/target-errors'
import { linkPreviewLimits } from '@/lib/link-previews/link-preview'
import { failureSecondsOf } from '@/lib/link-previews/store/freshness'
import { drawImage } from './draw-image'
import type { ImageUse } from './image-address'

/**
 * The icon of a site that has none: a globe, in a grey that is visible on light and dark
 * backgrounds. A missing icon would look like a fault and cause an error in the browser console.
 */
export const neutralIcon = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" width="64" height="64" ' +
    'fill="none" stroke="#8a8a8a" stroke-width="1.2">' +
    '<circle cx="8" cy="8" r="6.4"/><ellipse cx="8" cy="8" rx="2.8" ry="6.4"/>' +
    '<path d="M1.6 8h12.8"/></svg>',
)

/** An image; `bytes` is undefined if there is none. */
type CachedImage = { bytes: Buffer | undefined; failures: number }

const cacheBytesMax = 32 * 1_048_576
const freshSeconds = 7 * 86_400
/** Includes the wait for a slot. */
const drawTimeoutMs = 10_000

/** @throws if this server is too busy, which is no failure of the image */
async function read(url: string, use: ImageUse): Promise<Buffer | undefined> {
  try {
    const { bytes } = await fetchPage(parseTarget(url), { wanted: imageProfile })
    if (bytes.byteLength === 0 || bytes.byteLength > linkPreviewLimits.imageBytesMax)
      return undefined
    return await drawImage(bytes, use, AbortSignal.timeout(drawTimeoutMs))
  } catch (error) {
    // No slot was free in time, either to fetch the image or to draw it.
    if (error instanceof PageNotRead || error instanceof DOMException) throw error
    // Any other error comes from decoding third-party bytes, so it is not a fault of the server.
    if (!(error instanceof AppError))
      console.warn(`an image could not be re-encoded: ${String(error).split('\n', 1)[0]}`)
    return undefined
  }
}

/** Serves the first requests. Browsers and shared caches store images too. */
const cache = new LRUCache<string, CachedImage, { url: string; use: ImageUse }>({
  maxSize: cacheBytesMax,
  sizeCalculation: ({ bytes }) => 1_000 + (bytes?.byteLength ?? 0),
  ignoreFetchAbort: true,
  // Keeps and returns the previous image, if there is one, when `read` throws.
  allowStaleOnFetchRejection: true,
  fetchMethod: async (_, before, { options, context: { url, use } }) => {
    const bytes = await read(url, use)
    const failures = bytes ? 0 : (before?.failures ?? 0) + 1
    options.ttl = 1_000 * (bytes ? freshSeconds : failureSecondsOf(failures))
    return { bytes: bytes ?? before?.bytes, failures }
  },
})

/**
 * Returns a public image, fetched under the same rules as pages and re-encoded. Images are cached
 * for a week; failures for ten minutes, doubled with each consecutive failure. Concurrent requests
 * share one fetch.
 *
 * @returns WebP; undefined if there is no image, or none that can be shown
 */
export async function getImage(url: string, use: ImageUse): Promise<Buffer | undefined> {
  return (await cache.fetch(`${use} ${url}`, { context: { url, use } }))?.bytes
}
