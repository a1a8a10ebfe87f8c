/** Rejects requests that Next.js handles wrongly, with the same problem details as elsewhere. */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ErrorCode } from '@/lib/errors'
import { bodyBytesMax, bodyBytesMaxAt, tooLarge } from '@/lib/http/body-limit'
import { problemBody, statusOf } from '@/lib/http/problem'
import { errorText } from '@/lib/i18n/error-text'
import { isCrossSite } from '@/lib/security/refuse-cross-site'
import { decodePart } from '@/lib/text/parse-url'

const pageMethods = ['GET', 'HEAD', 'POST', 'OPTIONS']
const apiMethods = [...pageMethods, 'PUT', 'PATCH', 'DELETE']
/** A route of the admin area that scripts use; it checks the method itself. */
const adminRoute = /^\/admin\/posts\/[^/?]+\/draft(?:\?|$)/

/** Responds to a request that must not be passed on, and returns whether it did. */
export async function refuseEarly(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const path = request.url ?? '/'
  if (hasBrokenEscape(path)) return refuse(response, 'malformed-request', errorText('pathEscape'))
  const methods = /^\/api(?:[/?]|$)/.test(path) || adminRoute.test(path) ? apiMethods : pageMethods
  if (!methods.includes(request.method ?? '')) {
    const detail = errorText('method', { method: request.method ?? '' })
    return refuse(response, 'method-not-allowed', detail, { Allow: methods.join(', ') })
  }
  if (request.method === 'POST' && methods === pageMethods) {
    const refusal = checkPagePost(request)
    if (refusal) return refuse(response, ...refusal)
  }
  if (await hasLargeBodyOnRead(request)) {
    return refuse(response, 'body-too-large', tooLarge(bodyBytesMax), { Connection: 'close' })
  }
  return false
}

/** Milliseconds in which the client can read the response before the connection is closed. */
const lingerMs = 1_000

/**
 * Responds to requests that Node's parser rejects and to those that did not arrive in time. The
 * client may leave its half of the connection open and keep sending, and Node would keep it
 * forever.
 */
export function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const [code, detail] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? (['headers-too-large', errorText('headerSize')] as const)
      : (['malformed-request', errorText('malformed')] as const)
  const status = statusOf(code)
  const body = problemBody(code, detail)
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n` +
      'Content-Type: application/problem+json\r\nCache-Control: no-store\r\n' +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
  const lingering = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(lingering))
}

/** Sends problem details. */
export function refuse(
  response: ServerResponse,
  code: ErrorCode,
  detail: string,
  headers: Record<string, string> = {},
): true {
  const body = problemBody(code, detail)
  response.writeHead(statusOf(code), {
    'Content-Length': Buffer.byteLength(body),
    'Content-Type': 'application/problem+json',
    'Cache-Control': 'no-store',
    'Access-Control-Allow-Origin': '*',
    ...headers,
  })
  response.end(body)
  return true
}

/** Checks a POST to a page: Next.js returns 500 for cross-site and large server actions. */
function checkPagePost({ headers, url = '/' }: IncomingMessage): [ErrorCode, string] | undefined {
  const bytesMax = bodyBytesMaxAt(url)
  if (Number(headers['content-length'] ?? 0) > bytesMax)
    return ['body-too-large', tooLarge(bytesMax)]
  // A chunked body has no known length, and Next.js applies the largest limit of any page to all of
  // them.
  if ('transfer-encoding' in headers && Number.isFinite(bytesMax))
    return ['body-too-large', errorText('contentLength')]
  if (isCrossSite(headers)) return ['cross-site', errorText('crossSite')]
  return undefined
}

/** Returns whether a path has a broken percent-escape, for which Next.js sends an HTML page. */
const hasBrokenEscape = (url: string): boolean =>
  decodePart(url.split('?', 1)[0] ?? '') === undefined

/** Counts the chunked body of a GET request, because nothing else reads it. */
async function hasLargeBodyOnRead(request: IncomingMessage): Promise<boolean> {
  if (
    !('transfer-encoding' in request.headers) ||
    (request.method !== 'GET' && request.method !== 'HEAD')
  )
    return false
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > bodyBytesMax) return true
  }
  return false
}
