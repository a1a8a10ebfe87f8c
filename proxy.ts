import { randomBytes } from 'node:crypto'
import { type NextRequest, NextResponse } from 'next/server'
import { env } from '@/lib/env'
import { AppError } from '@/lib/errors'
import { bodyBytesMax, bodyBytesMaxAt, decodesLargeActions, tooLarge } from '@/lib/http/body-limit'
import { countRequest } from '@/lib/http/count-request'
import { toProblem } from '@/lib/http/problem'
import { sessionCookieName, tokenOf } from '@/lib/http/session/session-cookie'
import { errorText } from '@/lib/i18n/error-text'
import { knownFrameHosts } from '@/lib/markdown/iframe-hosts'
import { limits } from '@/lib/rate-limit/rate-limit'
import { clientAddress } from '@/lib/security/client-address'
import { adminPolicy, policySite } from '@/lib/security/content-policy'

/**
 * Pages that are rendered for each request. On a cached page, all readers would get the same nonce.
 */
const renderedPages = /^\/(?:admin|invitations)(?:\/|$)/

/**
 * Limits large bodies, and gives each page of the admin area a content security policy with a
 * nonce. Next.js reads the nonce from the request and writes it into the scripts of the page. It
 * does not authorise anything: each page and action checks the session itself.
 */
export async function proxy(request: NextRequest): Promise<Response> {
  try {
    await limitLargeBodies(request)
  } catch (error) {
    return toProblem(error)
  }
  // React and Next.js use `eval` in development.
  if (process.env.NODE_ENV === 'development' || !renderedPages.test(request.nextUrl.pathname))
    return NextResponse.next()
  const policy = adminPolicy(randomBytes(16).toString('base64'), policySite(env(), knownFrameHosts))
  const headers = new Headers(request.headers)
  headers.set('Content-Security-Policy', policy)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('Content-Security-Policy', policy)
  return response
}

/**
 * Refuses a body over 64 kB unless the request has a session cookie with a valid signature. Limits
 * how many large bodies Next.js decodes for a client. Next.js decodes the body of a server action
 * on the event loop, for seconds if it is large, before the action can check the sender.
 * @throws AppError `body-too-large`, `too-many-requests`
 */
async function limitLargeBodies(request: NextRequest): Promise<void> {
  const { headers, cookies, nextUrl } = request
  // A chunked body has no declared size.
  const isChunked = headers.has('transfer-encoding')
  const bytes = isChunked ? Number.POSITIVE_INFINITY : Number(headers.get('content-length') ?? 0)
  if (bytes <= bodyBytesMax) return
  const isSigned = tokenOf(cookies.get(sessionCookieName())?.value ?? '') !== undefined
  const bytesMax = isSigned ? bodyBytesMaxAt(nextUrl.pathname) : bodyBytesMax
  if (bytes > bytesMax)
    throw new AppError(
      'body-too-large',
      isChunked ? errorText('contentLength') : tooLarge(bytesMax),
    )
  if (decodesLargeActions(nextUrl.pathname))
    await countRequest([limits.largeActions], clientAddress(request.headers))
}

/** Rendered pages, and every request that Next.js may decode as a server action. */
export const config = {
  matcher: [
    '/admin/:path*',
    '/invitations/:path*',
    { source: '/((?!api/).*)', has: [{ type: 'header', key: 'next-action' }] },
    {
      source: '/((?!api/).*)',
      has: [{ type: 'header', key: 'content-type', value: 'multipart/form-data.*' }],
    },
  ],
}
