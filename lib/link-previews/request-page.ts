import 'server-only'
import { Client } from 'undici'
import { isChallenge } from './bot-wall'
import { type Lookup, publicConnector } from './connect-publicly'
import { readBody } from './read-body'
import { targetRefused } from './target-errors'
import type { Wanted } from './wanted'

/** What one request brought: the page, or where it is said to be. */
export type Answer = { status: number; location: string } | { status: number; contentType: string; cacheControl: string; bytes: Uint8Array }

const headerBytesMax = 32_768
const redirectStatuses = new Set([301, 302, 303, 307, 308])

/** A header that is given several times is one list (RFC 9110, 5.3). */
function headerText(value: string | string[] | undefined): string {
  return Array.isArray(value) ? value.join(', ') : (value ?? '')
}

/** The header of which there can be one: the first, should there be more. */
function singleHeader(value: string | string[] | undefined): string {
  return (Array.isArray(value) ? value[0] : value) ?? ''
}

/**
 * Asks for one page, or whatever is wanted, over a connection of its own that is closed when this returns.
 *
 * @throws AppError `target-refused` for any status that is neither success nor a redirect, and for a wall for bots;
 *   anything else as undici gave it
 */
export async function requestPage(
  url: URL,
  options: { isExempt: boolean; lookup: Lookup; signal: AbortSignal; userAgent: string; wanted: Wanted },
): Promise<Answer> {
  const { signal, userAgent, wanted } = options
  const client = new Client(url.origin, { connect: publicConnector(options), maxHeaderSize: headerBytesMax, pipelining: 0 })
  try {
    const {
      statusCode: status,
      headers,
      body,
    } = await client.request({
      method: 'GET',
      path: `${url.pathname}${url.search}`,
      headers: {
        'user-agent': userAgent,
        accept: wanted.accept,
        'accept-encoding': 'gzip, deflate, br',
      },
      signal,
    })
    // A body that is left unread ends in an error when the client goes, and so it should.
    body.on('error', () => {})
    const location = singleHeader(headers.location)
    if (redirectStatuses.has(status) && location !== '') return { status, location }
    if (isChallenge(headers)) throw targetRefused(status, ' with a check for robots')
    if (status < 200 || status > 299) throw targetRefused(status)
    const contentType = singleHeader(headers['content-type'])
    const page = { status, contentType, cacheControl: headerText(headers['cache-control']) }
    if (!wanted.reads(contentType)) return { ...page, bytes: new Uint8Array() }
    const bytes = await readBody(body, {
      encoding: headerText(headers['content-encoding']),
      bytesMax: wanted.bytesMax,
      signal,
      isEnough: wanted.watch(),
    })
    return { ...page, bytes }
  } finally {
    await client.destroy()
  }
}
