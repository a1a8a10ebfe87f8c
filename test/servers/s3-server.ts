import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The accepted credentials. */
const s3Keys = {
  region: 'eu-test-1',
  bucket: 'pictures',
  accessKeyId: 'AKIATEST',
  secretAccessKey: 'test secret key/+',
}

export type S3Object = {
  bytes: Buffer
  contentType: string | undefined
  contentEncoding: string | undefined
  cacheControl: string | undefined
}

const hex = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()
/** Encodes a string according to RFC 3986, as AWS requires: all except unreserved characters. */
const escapeAll = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Returns the names and values signed by the header or the query, as they were sent. */
function readSignature(request: IncomingMessage, url: URL) {
  const header = request.headers.authorization ?? ''
  const query = url.searchParams
  const inHeader = (name: string) => new RegExp(`${name}=([^,\\s]+)`).exec(header)?.[1]
  const isInQuery = query.has('X-Amz-Signature')
  return {
    isInQuery,
    credential: (isInQuery ? query.get('X-Amz-Credential') : inHeader('Credential')) ?? '',
    signedHeaders: (isInQuery ? query.get('X-Amz-SignedHeaders') : inHeader('SignedHeaders')) ?? '',
    signature: (isInQuery ? query.get('X-Amz-Signature') : inHeader('Signature')) ?? '',
    date: (isInQuery ? query.get('X-Amz-Date') : String(request.headers['x-amz-date'] ?? '')) ?? '',
    expiresSeconds: isInQuery ? Number(query.get('X-Amz-Expires')) : 900,
  }
}

/**
 * Checks the AWS Signature Version 4 of a request
 * (https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html).
 */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
  const { isInQuery, credential, signedHeaders, signature, date, expiresSeconds } = readSignature(
    request,
    url,
  )
  const day = date.slice(0, 8)
  const scope = `${day}/${s3Keys.region}/s3/aws4_request`
  if (credential !== `${s3Keys.accessKeyId}/${scope}` || !signedHeaders.split(';').includes('host'))
    return false
  const signedAt = Date.parse(
    date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  )
  if (!(Math.abs(Date.now() - signedAt) < expiresSeconds * 1_000)) return false
  const contentHash = request.headers['x-amz-content-sha256']
  const isUnsigned = isInQuery || contentHash === 'UNSIGNED-PAYLOAD'
  if (!isUnsigned && contentHash !== hex(body)) return false
  const canonicalRequest = [
    request.method,
    url.pathname,
    [...url.searchParams]
      .filter(([name]) => name !== 'X-Amz-Signature')
      .map(([name, value]) => `${escapeAll(name)}=${escapeAll(value)}`)
      .sort()
      .join('&'),
    ...signedHeaders
      .split(';')
      .map((name) => `${name}:${String(request.headers[name] ?? '').trim()}`),
    '',
    signedHeaders,
    isUnsigned ? 'UNSIGNED-PAYLOAD' : hex(body),
  ].join('\n')
  const key = ['aws4_request', 's3', s3Keys.region, day].reduceRight<Buffer | string>(
    (of, part) => hmac(of, part),
    `AWS4${s3Keys.secretAccessKey}`,
  )
  const own = hmac(
    key,
    ['AWS4-HMAC-SHA256', date, scope, hex(canonicalRequest)].join('\n'),
  ).toString('hex')
  return (
    own.length === signature.length && timingSafeEqual(Buffer.from(own), Buffer.from(signature))
  )
}

/**
 * Starts a server with the parts of S3's protocol that the blog uses. It checks every signature,
 * and responds to preflight requests like a bucket whose CORS rules allow the blog. The caller
 * stops it.
 */
export async function startS3Server() {
  const objects = new Map<string, S3Object>()
  let refusesAll = false
  const handleRequest = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const { pathname } = new URL(request.url ?? '/', 'http://s3.invalid')
    const key = pathname.replace(`/${s3Keys.bucket}/`, '')
    const respond = (status: number, bytes?: Buffer, contentEncoding?: string) =>
      response
        .writeHead(status, {
          'Content-Length': bytes?.byteLength ?? 0,
          ...(contentEncoding && { 'Content-Encoding': contentEncoding }),
          'Access-Control-Allow-Origin': '*',
          'Access-Control-Allow-Methods': 'PUT',
          'Access-Control-Allow-Headers': '*',
        })
        .end(bytes)
    if (refusesAll) return respond(403)
    if (request.method === 'OPTIONS') return respond(200)
    if (!isSigned(request, body))
      return respond(403, Buffer.from('<Code>SignatureDoesNotMatch</Code>'))
    if (request.method === 'PUT') {
      objects.set(key, {
        bytes: body,
        contentType: request.headers['content-type'],
        contentEncoding: request.headers['content-encoding'],
        cacheControl: request.headers['cache-control'],
      })
      return respond(200)
    }
    if (request.method === 'DELETE') return respond(objects.delete(key) ? 204 : 404)
    const found = objects.get(key)
    return found ? respond(200, found.bytes, found.contentEncoding) : respond(404)
  }
  const server = createServer((request, response) => void handleRequest(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    endpoint,
    objects,
    /** The configuration of a blog that uses it. */
    environment: {
      S3_ENDPOINT: endpoint,
      S3_REGION: s3Keys.region,
      S3_BUCKET: s3Keys.bucket,
      S3_ACCESS_KEY_ID: s3Keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3Keys.secretAccessKey,
    },
    refuseAll: (now: boolean) => {
      refusesAll = now
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
