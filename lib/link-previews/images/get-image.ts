import 'server-only'
import { LRUCache } from 'lru-cache'
import { AppError } from '@/lib/errors'
import { fetchPage } from '@/lib/link-previews/fetch/fetch-page'
import { imageProfile } from '@/lib/link-previews/fetch/fetch-profile'
import { parseTarget } from '@/lib/link-previews/fetch/parse-target'
import { linkPreviewLimits } from '@/lib/link-previews/link-preview'
import { failureSecondsOf } from '@/lib/link-previews/store/freshness'
import { drawImage } from './draw-image'
import type { ImageUse } from './image-address'

/** A picture, or that there was none; until when that holds; failures in a row. */
type Stored = { bytes: Buffer | undefined; freshUntil: number; failures: number }

const storedBytesMax = 32 * 1_048_576
const freshSeconds = 7 * 86_400
/** Waiting for its turn and drawing together. */
const drawTimeoutMs = 10_000

/** What readers ask for over and over. Browsers and shared caches keep pictures as well: this is for the first of them. */
const stored = new LRUCache<string, Stored>({
  maxSize: storedBytesMax,
  sizeCalculation: ({ bytes }) => 1_000 + (bytes?.byteLength ?? 0),
})
const underWay = new Map<string, Promise<Stored>>()

async function read(url: string, use: ImageUse): Promise<Buffer | undefined> {
  try {
    const { bytes } = await fetchPage(parseTarget(url), { wanted: imageProfile })
    if (bytes.byteLength === 0 || bytes.byteLength > linkPreviewLimits.imageBytesMax)
      return undefined
    return await drawImage(
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      use,
      AbortSignal.timeout(drawTimeoutMs),
    )
  } catch (error) {
    // Whatever a decoder says of a stranger's bytes, the fault is theirs.
    if (!(error instanceof AppError))
      console.warn(`a picture could not be drawn: ${String(error).split('\n', 1)[0]}`)
    return undefined
  }
}

async function update(key: string, url: string, use: ImageUse): Promise<Stored> {
  const before = stored.peek(key)
  const bytes = await read(url, use)
  const failures = bytes ? 0 : (before?.failures ?? 0) + 1
  const holdsSeconds = bytes ? freshSeconds : failureSecondsOf(failures)
  const now: Stored = {
    bytes: bytes ?? before?.bytes,
    freshUntil: Date.now() + holdsSeconds * 1_000,
    failures,
  }
  stored.set(key, now)
  return now
}

/**
 * A picture from the public internet, fetched as pages are and drawn anew. It is kept for a week, that there is none for
 * ten minutes and longer with each repeat; however many ask at once, it is fetched once.
 *
 * @returns WebP; undefined where there is no picture, or none that can be shown
 */
export async function getImage(url: string, use: ImageUse): Promise<Buffer | undefined> {
  const key = `${use} ${url}`
  const known = stored.get(key)
  if (known && known.freshUntil > Date.now()) return known.bytes
  const current = underWay.get(key) ?? update(key, url, use).finally(() => underWay.delete(key))
  underWay.set(key, current)
  return (await current).bytes
}
