import 'server-only'
import { LRUCache } from 'lru-cache'
import { query } from '@/lib/db/client'
import { env } from '@/lib/env'
import { NotFound } from '@/lib/errors'
import { parseImageName } from '@/lib/markdown/own-image'
import { bucketKey, storeOf } from './store'

const keptBytesMax = 32 * 1_048_576

/** What readers ask for over and over. Browsers and shared caches keep files as well: this is for the first of them. */
const kept = new LRUCache<string, Buffer>({
  maxSize: keptBytesMax,
  sizeCalculation: (bytes) => 1_000 + bytes.byteLength,
})

/**
 * A file of an image: its bytes, or where browsers read it themselves.
 *
 * @param name as `imagePath` writes it, without its folder
 * @throws NotFound; AppError `storage-unavailable`; DatabaseUnavailable
 */
export async function getImageFile(
  name: string,
): Promise<{ bytes: Buffer } | { elsewhere: string }> {
  const known = kept.get(name)
  if (known) return { bytes: known }
  const { id, width, height, inWidth } = parseImageName(name) ?? refuse(name)
  const image = await query((client) =>
    client.image.findUnique({
      where: { id },
      select: { width: true, height: true, inBucket: true },
    }),
  )
  if (image?.width !== width || image.height !== height) refuse(name)
  const { S3_PUBLIC_URL } = env()
  if (image.inBucket && S3_PUBLIC_URL)
    return { elsewhere: `${S3_PUBLIC_URL.replace(/\/$/, '')}/${bucketKey(id, inWidth)}` }
  const bytes = (await storeOf(image).get(id, inWidth)) ?? refuse(name)
  kept.set(name, bytes)
  return { bytes }
}

function refuse(name: string): never {
  throw new NotFound('image', name)
}
