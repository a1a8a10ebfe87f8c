import 'server-only'
import { query } from '@/lib/db/client'
import { AppError } from '@/lib/errors'
import { errorText } from '@/lib/i18n/error-text'
import { type Bucket, bucket, requestBucket } from './bucket'

/** Returns the key of an image file in the bucket. */
export const bucketKey = (id: string, width: number) => `images/${id}-${width}.webp`

const headers = {
  'Content-Type': 'image/webp',
  'Cache-Control': 'public, max-age=31536000, immutable',
}

/** Stores image files in a bucket. */
function bucketStore(bucket: Bucket): ImageStore {
  return {
    put: async (id, files) => {
      const puts = files.map(({ width, bytes }) =>
        requestBucket(bucket, bucketKey(id, width), {
          method: 'PUT',
          headers,
          body: new Uint8Array(bytes),
        }),
      )
      await Promise.all(puts)
    },
    get: async (id, width) => {
      const response = await requestBucket(bucket, bucketKey(id, width))
      return response.ok ? Buffer.from(await response.arrayBuffer()) : undefined
    },
    remove: async (id, widths) => {
      await Promise.all(
        widths.map((width) => requestBucket(bucket, bucketKey(id, width), { method: 'DELETE' })),
      )
    },
  }
}

type ImageFile = { width: number; bytes: Buffer }

/** Stores image files. A file never changes, because its name is a hash of its content. */
export type ImageStore = {
  /** Stores files. Existing files stay as they are. */
  put: (id: string, files: ImageFile[]) => Promise<void>
  get: (id: string, width: number) => Promise<Buffer | undefined>
  remove: (id: string, widths: number[]) => Promise<void>
}

const databaseStore: ImageStore = {
  put: async (id, files) => {
    const data = files.map(({ width, bytes }) => ({
      imageId: id,
      width,
      bytes: new Uint8Array(bytes),
    }))
    await query((client) => client.imageFile.createMany({ data, skipDuplicates: true }))
  },
  get: async (id, width) => {
    const file = await query((client) =>
      client.imageFile.findUnique({ where: { imageId_width: { imageId: id, width } } }),
    )
    return file ? Buffer.from(file.bytes) : undefined
  },
  remove: async (id) => {
    await query((client) => client.imageFile.deleteMany({ where: { imageId: id } }))
  },
}

/** Returns whether new images are stored in the bucket, which requires that one is configured. */
export function usesBucket(): boolean {
  return bucket() !== undefined
}

/**
 * Returns the store of an image. Images that were added before a bucket was configured stay in the
 * database.
 * @throws AppError `storage-unavailable` if the image is in a bucket that is no longer configured
 */
export function storeOf({ inBucket }: { inBucket: boolean }): ImageStore {
  if (!inBucket) return databaseStore
  const configured = bucket()
  if (!configured) throw new AppError('storage-unavailable', errorText('imageStore'))
  return bucketStore(configured)
}
