import 'server-only'
import { AwsClient } from 'aws4fetch'
import { env } from '@/lib/env'
import { AppError } from '@/lib/errors'
import { errorText } from '@/lib/i18n/error-text'

const timeoutMs = 20_000

/** An S3-compatible bucket, and the client that signs requests to it. */
export type Bucket = { client: AwsClient; addressOf: (key: string) => string }

/**
 * Returns the configured bucket, if there is one. Uses path-style addresses, which every
 * S3-compatible server supports.
 */
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
    storageUnavailable(new Error(`it answered ${response.status}`))
  return response
}

function storageUnavailable(cause: unknown): never {
  console.warn(`store of images away: ${cause instanceof Error ? cause.message : String(cause)}`)
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
