import 'server-only'
import { AwsClient } from 'aws4fetch'
import { env } from '@/lib/env'
import { AppError } from '@/lib/errors'

const timeoutMs = 20_000

/** A bucket that speaks S3's protocol, and who signs what is asked of it. */
export type Bucket = { client: AwsClient; addressOf: (key: string) => string }

/** The bucket that is configured, if one is; by paths, which every server of the protocol understands. */
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
 * Asks the bucket for something.
 * @returns its answer, which may be a 404
 * @throws AppError `storage-unavailable` where it cannot be reached within 20 s, or refuses
 */
export async function askBucket(
  { client, addressOf }: Bucket,
  key: string,
  init: RequestInit = {},
): Promise<Response> {
  const response = await client
    .fetch(addressOf(key), { cache: 'no-store', signal: AbortSignal.timeout(timeoutMs), ...init })
    .catch(storeAway)
  if (!response.ok && response.status !== 404)
    storeAway(new Error(`it answered ${response.status}`))
  return response
}

function storeAway(cause: unknown): never {
  console.warn(`store of images away: ${cause instanceof Error ? cause.message : String(cause)}`)
  throw new AppError(
    'storage-unavailable',
    'The store of images cannot be reached just now. Try again in a moment.',
    [],
    { cause },
  )
}

/**
 * An address to which a browser may `PUT` one file without knowing our keys (AWS Signature Version 4 in the query:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html).
 */
export async function presignPut(
  { client, addressOf }: Bucket,
  key: string,
  holdsSeconds: number,
): Promise<string> {
  const url = new URL(addressOf(key))
  url.searchParams.set('X-Amz-Expires', String(holdsSeconds))
  const signed = await client.sign(url.href, { method: 'PUT', aws: { signQuery: true } })
  return signed.url
}
