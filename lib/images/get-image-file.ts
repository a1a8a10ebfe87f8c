import 'server-only'
import { LRUCache } from 'lru-cache'
import { query } from '@/lib/db/client'
import { env } from '@/lib/env'
import { NotFound } from '@/lib/errors'
import { parseImageName } from '@/lib/markdown/own-image'
import { bucketKey, getFile } from './store'

const cacheBytesMax = 32 * 1_048_576

/** Caches frequently requested files in memory. */
const cache = new LRUCache<string, Buffer>({
  maxSize: cacheBytesMax,
  sizeCalculation: (bytes) => 1_000 + bytes.byteLength,
})

/**
 * Returns a file of an image: its bytes, or the URL from which browsers load it directly.
 * @param name as `imagePath` writes it, without its folder
 * @throws NotFound; AppError `storage-unavailable`; DatabaseUnavailable
 */
export async function getImageFile(
  name: string,
): Promise<{ bytes: Buffer } | { elsewhere: string }> {
  const cached = cache.get(name)
  if (cached) return { bytes: cached }
  const { id, width, height, inWidth } = parseImageName(name) ?? notFound(name)
  const image = await query((client) =>
    client.image.findUnique({
      where: { id },
      select: { width: true, height: true, inBucket: true },
    }),
  )
  if (image?.width !== width || image.height !== height) notFound(name)
  const { S3_PUBLIC_URL } = env()
  if (image.inBucket && S3_PUBLIC_URL)
    return { elsewhere: `${S3_PUBLIC_URL.replace(/\/$/, '')}/${bucketKey(id, inWidth)}` }
  const bytes = (await getFile(image.inBucket, id, inWidth)) ?? notFound(name)
  cache.set(name, bytes)
  return { bytes }
}

function notFound(name: string): never {
  throw new NotFound('image', name)
}
