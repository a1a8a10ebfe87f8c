import 'server-only'
import { askBucket, type Bucket } from './bucket'
import type { ImageStore } from './store'

/** What a file of an image is called in the bucket. */
export const bucketKey = (id: string, width: number) => `images/${id}-${width}.webp`

const headers = { 'Content-Type': 'image/webp', 'Cache-Control': 'public, max-age=31536000, immutable' }

/** Files of images in a bucket. */
export function bucketStore(bucket: Bucket): ImageStore {
  return {
    put: async (id, files) => {
      const puts = files.map(({ width, bytes }) =>
        askBucket(bucket, bucketKey(id, width), { method: 'PUT', headers, body: new Uint8Array(bytes) }),
      )
      await Promise.all(puts)
    },
    get: async (id, width) => {
      const response = await askBucket(bucket, bucketKey(id, width))
      return response.ok ? Buffer.from(await response.arrayBuffer()) : undefined
    },
    remove: async (id, widths) => {
      await Promise.all(widths.map((width) => askBucket(bucket, bucketKey(id, width), { method: 'DELETE' })))
    },
  }
}
