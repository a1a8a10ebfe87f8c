import 'server-only'
import { AwsClient } from 'aws4fetch'
import { query } from '@/lib/db/client'
import { env } from '@/lib/env'
import { AppError, messageOf } from '@/lib/errors'
import { errorText } from '@/lib/i18n/error-text'

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

const timeoutMs = 20_000

/** An S3-compatible bucket, and the client that signs requests to it. */
export type Bucket = { client: AwsClient; addressOf: (key: string) => string }

/** Returns the configured bucket, if there is one, with path-style addresses. */
export function bucket(): Bucket | undefined {
  const { S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env()
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return undefined
  const client = new AwsClient({
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    region: S3_REGION,
    service: 's3',
    retries: 2,
  })
  return { client, addressOf: (key) => `${S3_ENDPOINT.replace(/\/$/, '')}/${S3_BUCKET}/${key}` }
}

/**
 * Sends a request to the bucket.
 * @returns the response, which may be a 404
 * @throws AppError `storage-unavailable` if the bucket does not respond within 20 s or returns any
 *   other error
 */
export async function requestBucket(
  { client, addressOf }: Bucket,
  key: string,
  init: RequestInit = {},
): Promise<Response> {
  const response = await client
    .fetch(addressOf(key), { cache: 'no-store', signal: AbortSignal.timeout(timeoutMs), ...init })
    .catch(storageUnavailable)
  if (!response.ok && response.status !== 404)
    storageUnavailable(new Error(`status ${response.status}`))
  return response
}

function storageUnavailable(cause: unknown): never {
  console.warn(`image storage unavailable: ${messageOf(cause)}`)
  throw new AppError('storage-unavailable', errorText('imageStorage'), [], { cause })
}

/**
 * Returns a URL to which a browser can `PUT` one file without knowing the access keys (AWS
 * Signature Version 4 in the query:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html).
 */
export async function presignPut(
  { client, addressOf }: Bucket,
  key: string,
  expiresSeconds: number,
): Promise<string> {
  const url = new URL(addressOf(key))
  url.searchParams.set('X-Amz-Expires', String(expiresSeconds))
  const signed = await client.sign(url.href, { method: 'PUT', aws: { signQuery: true } })
  return signed.url
}
