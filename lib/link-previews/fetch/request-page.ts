import 'server-only'
import { isUtf8 } from 'node:buffer'
import { parse } from 'content-disposition'
import { Client } from 'undici'
import { type ConnectOptions, publicConnector } from './connect-publicly'
import { type FetchProfile, HeadWatch } from './fetch-profile'
import { acceptedEncodings, readBody } from './read-body'
import { TargetRefused } from './target-errors'

/** A page or another document as it was fetched. */
export type Page = {
  status: number
  /** The raw header; `""` if there was none. The same applies to the two fields below. */
  contentType: string
  fileName: string
  cacheControl: string
  /** Decompressed, and cut at the limit. Empty for unwanted content types. */
  bytes: Buffer
  /** True if the connection broke or the time limit ended before the body did. */
  isCut: boolean
}

/** The result of one request: a page or a redirect. */
export type PageResponse = { setCookies: string[] } & (Page | { status: number; location: string })

export type PageRequest = ConnectOptions & {
  wanted: FetchProfile
  headers: Record<string, string>
}

const headerBytesMax = 32_768
const redirectStatuses = new Set([301, 302, 303, 307, 308])

/** Status codes of responses without content (RFC 9110, 15.3.5 and 15.3.6). */
const emptyStatuses = new Set([204, 205])

/**
 * Returns the `Location` header as a URL reference. undici decodes headers as Latin-1, so each
 * non-ASCII character is one byte. Like browsers, percent-encodes these bytes, so that raw UTF-8
 * becomes the URL that the server meant.
 */
function locationIn(header: string): string {
  return header.replaceAll(
    /[\u0080-\u00ff]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** Returns the file name (RFC 6266). Accepts raw UTF-8 and a missing disposition type. */
function fileNameIn(header: string): string {
  const bytes = Buffer.from(header, 'latin1')
  const text = isUtf8(bytes) ? bytes.toString() : header
  return parse(/^\s*filename\*?\s*=/i.test(text) ? `;${text}` : text).parameters.filename ?? ''
}

/** Headers with which Cloudflare, AWS WAF, Sucuri, Vercel and Yandex mark a challenge. */
const challengeHeaders =
  'cf-mitigated x-amzn-waf-action x-sucuri-block x-vercel-mitigated x-yandex-captcha'.split(' ')

/** Returns whether response headers identify a challenge or block page. */
export function isChallenge(headers: Record<string, string | string[] | undefined>): boolean {
  return challengeHeaders.some((name) => headers[name] !== undefined)
}

/**
 * Requests one page or other document over its own connection, which is closed when this returns.
 *
 * @throws AppError `target-refused` for a status that is neither a success with content nor a
 *   redirect, and for a bot challenge; other errors as undici throws them
 */
export async function requestPage(url: URL, request: PageRequest): Promise<PageResponse> {
  const { signal, wanted } = request
  const client = new Client(url.origin, {
    connect: publicConnector(request),
    maxHeaderSize: headerBytesMax,
    pipelining: 0,
  })
  try {
    const {
      statusCode: status,
      headers,
      body,
    } = await client.request({
      method: 'GET',
      path: `${url.pathname}${url.search}`,
      headers: {
        accept: wanted.accept,
        'accept-encoding': acceptedEncodings,
        ...request.headers,
      },
      // Do not read ahead: reading stops soon after the head.
      highWaterMark: 1,
      signal,
    })
    // Destroying the client makes an unread body emit an error, which is expected.
    body.on('error', () => {})
    const valuesOf = (name: string) => [headers[name] ?? []].flat()
    const setCookies = valuesOf('set-cookie')
    const location = locationIn(valuesOf('location')[0] ?? '')
    if (redirectStatuses.has(status) && location !== '') return { status, setCookies, location }
    if (isChallenge(headers)) throw new TargetRefused(status, 'robots')
    if (status < 200 || status > 299 || emptyStatuses.has(status)) throw new TargetRefused(status)
    const contentType = valuesOf('content-type')[0] ?? ''
    const page = {
      status,
      setCookies,
      contentType,
      fileName: fileNameIn(valuesOf('content-disposition')[0] ?? ''),
      cacheControl: valuesOf('cache-control').join(', '),
    }
    if (!wanted.reads(contentType)) return { ...page, bytes: Buffer.alloc(0), isCut: false }
    const read = await readBody(body, {
      encoding: valuesOf('content-encoding').join(', '),
      bytesMax: wanted.bytesMax,
      signal,
      watch: wanted.isHeadEnough ? new HeadWatch() : undefined,
    })
    return { ...page, ...read }
  } finally {
    await client.destroy()
  }
}
