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

type ImageFile = { width: number; bytes: Buffer }

/**
 * Stores the files of an image. Existing files stay as they are, because an image's id is a hash of
 * its content.
 */
export async function putFiles(inBucket: boolean, id: string, files: ImageFile[]): Promise<void> {
  if (inBucket) {
    const puts = files.map(({ width, bytes }) => {
      const body = new Uint8Array(bytes)
      return requestBucket(bucketKey(id, width), { method: 'PUT', headers, body })
    })
    await Promise.all(puts)
    return
  }
  const data = files.map(({ width, bytes }) => ({
    imageId: id,
    width,
    bytes: new Uint8Array(bytes),
  }))
  await query((client) => client.imageFile.createMany({ data, skipDuplicates: true }))
}

/** Returns a file of an image; undefined if there is none. */
export async function getFile(
  inBucket: boolean,
  id: string,
  width: number,
): Promise<Buffer | undefined> {
  if (inBucket) {
    const response = await requestBucket(bucketKey(id, width))
    return response.ok ? Buffer.from(await response.arrayBuffer()) : undefined
  }
  const file = await query((client) =>
    client.imageFile.findUnique({ where: { imageId_width: { imageId: id, width } } }),
  )
  return file ? Buffer.from(file.bytes) : undefined
}

/** Deletes the files of an image. */
export async function deleteFiles(inBucket: boolean, id: string, widths: number[]): Promise<void> {
  if (inBucket)
    await Promise.all(
      widths.map((width) => requestBucket(bucketKey(id, width), { method: 'DELETE' })),
    )
  else await query((client) => client.imageFile.deleteMany({ where: { imageId: id } }))
}

const timeoutMs = 20_000

/**
 * Returns the client of the configured S3-compatible bucket, if there is one, with path-style
 * addresses. New images are then stored there; earlier ones stay in the database.
 */
export function bucket() {
  const { S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env()
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return undefined
  const client = new AwsClient({
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    region: S3_REGION,
    service: 's3',
    retries: 2,
  })
  return {
    client,
    addressOf: (key: string) => `${S3_ENDPOINT.replace(/\/$/, '')}/${S3_BUCKET}/${key}`,
  }
}

/** @throws AppError `storage-unavailable` if the bucket is no longer configured */
function requireBucket() {
  const configured = bucket()
  if (!configured) throw new AppError('storage-unavailable', errorText('imageStore'))
  return configured
}

/**
 * Sends a request to the bucket.
 * @returns the response, which may be a 404
 * @throws AppError `storage-unavailable` if there is no bucket, or if it does not respond within
 *   20 s or returns any other error
 */
export async function requestBucket(key: string, init: RequestInit = {}): Promise<Response> {
  const { client, addressOf } = requireBucket()
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
export async function presignPut(key: string, expiresSeconds: number): Promise<string> {
  const { client, addressOf } = requireBucket()
  const url = new URL(addressOf(key))
  url.searchParams.set('X-Amz-Expires', String(expiresSeconds))
  const signed = await client.sign(url.href, { method: 'PUT', aws: { signQuery: true } })
  return signed.url
}
