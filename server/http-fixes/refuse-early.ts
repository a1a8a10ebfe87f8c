/**
 * What the Node entry refuses before Next sees it, in the same problem details as everything else: what Next would
 * stumble over, and what only the owner of the socket can tell.
 */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { env } from '@/lib/env'
import type { ErrorCode } from '@/lib/errors'
import { bodyBytesMax, bodyBytesMaxAt, tooLarge } from '@/lib/http/body-limit'
import { problemBody, problems } from '@/lib/http/problem'

const pageMethods = ['GET', 'HEAD', 'POST', 'OPTIONS']
const apiMethods = [...pageMethods, 'PUT', 'PATCH', 'DELETE']
/** Of the admin area, what scripts ask and no page: it says itself what it takes. */
const adminRoute = /^\/admin\/posts\/[^/?]+\/draft(?:\?|$)/

/**
 * Answers a request that is to go no further.
 * @returns whether it did
 */
export async function refuseEarly(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const path = request.url ?? '/'
  if (path === '*') {
    // `OPTIONS *` asks about the server as a whole (RFC 9110, 9.3.7).
    response.writeHead(204, { Allow: apiMethods.join(', ') }).end()
    return true
  }
  if (hasBrokenEscape(path))
    return refuse(response, 'malformed-request', 'The path holds a percent-escape that is none.')
  const methods = /^\/api(?:[/?]|$)/.test(path) || adminRoute.test(path) ? apiMethods : pageMethods
  if (!methods.includes(request.method ?? '')) {
    return refuse(response, 'method-not-allowed', `${request.method} is not taken here.`, {
      Allow: methods.join(', '),
    })
  }
  if (request.method === 'POST' && methods === pageMethods) {
    const fault = faultOfPagePost(request)
    if (fault) return refuse(response, ...fault)
  }
  if (await hasLargeBodyUnasked(request)) {
    return refuse(response, 'body-too-large', tooLarge(bodyBytesMax), { Connection: 'close' })
  }
  return false
}

/** So long is left to read what was answered. (Cut at once, the connection may be reset before that was read.) */
const lingerMs = 1_000

/**
 * What Node's parser refuses before there is a request, and what did not arrive in time. Whoever is told so may leave
 * his half of the connection open and go on sending: Node would keep it for ever.
 */
export function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const [code, detail] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? (['headers-too-large', 'The request line and headers may have 16 kB together.'] as const)
      : ([
          'malformed-request',
          'The request is not well-formed HTTP, or did not arrive in time.',
        ] as const)
  const { status } = problems[code]
  const body = problemBody(code, detail)
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/problem+json\r\nCache-Control: no-store\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
  const lingering = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(lingering))
}

/** Answers with a problem. */
export function refuse(
  response: ServerResponse,
  code: ErrorCode,
  detail: string,
  headers: Record<string, string> = {},
): true {
  const body = problemBody(code, detail)
  response.writeHead(problems[code].status, {
    'Content-Length': Buffer.byteLength(body),
    'Content-Type': 'application/problem+json',
    'Cache-Control': 'no-store',
    'Access-Control-Allow-Origin': '*',
    ...headers,
  })
  response.end(body)
  return true
}

/** A page takes POSTs for its server actions: Next answers those of another site, and large ones, with a 500. */
function faultOfPagePost({ headers, url = '/' }: IncomingMessage): [ErrorCode, string] | undefined {
  const bytesMax = bodyBytesMaxAt(url)
  if (Number(headers['content-length'] ?? 0) > bytesMax)
    return ['body-too-large', tooLarge(bytesMax)]
  // Of one that comes in chunks nobody knows how large it is, and Next lets all pages take what one of them may.
  if ('transfer-encoding' in headers && Number.isFinite(bytesMax))
    return ['body-too-large', 'Say how large the body is: “Content-Length”.']
  if (isFromElsewhere(headers))
    return ['cross-site', 'Writes are taken from this site’s own pages.']
  return undefined
}

/** By `Sec-Fetch-Site`, and by `Origin` from a browser that does not send it. */
function isFromElsewhere({
  'sec-fetch-site': site,
  origin,
  host,
}: IncomingMessage['headers']): boolean {
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  if (origin === undefined || origin === env().SITE_URL) return false
  return !URL.canParse(origin) || new URL(origin).host !== host
}

/** Next answers a path with a broken percent-escape with a 500. */
function hasBrokenEscape(url: string): boolean {
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '')
    return false
  } catch {
    return true
  }
}

/** The body of a GET is read by nobody: one that comes in chunks, without a length, is counted here. */
async function hasLargeBodyUnasked(request: IncomingMessage): Promise<boolean> {
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
