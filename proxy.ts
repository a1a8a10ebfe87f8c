import { randomBytes } from 'node:crypto'
import { type NextRequest, NextResponse } from 'next/server'
import { env } from '@/lib/env'
import { knownFrameHosts } from '@/lib/markdown/iframe-hosts'
import { adminPolicy } from '@/lib/security/admin-policy'
import { policySite } from '@/lib/security/content-policy'
import { limitLargeBodies } from '@/lib/security/limit-large-bodies'

/**
 * Pages that are rendered for each request. On a cached page, all readers would get the same nonce.
 */
const renderedPages = /^\/(?:admin|invitations)(?:\/|$)/

/**
 * Limits large bodies, and gives each page of the admin area a content security policy with a
 * nonce. Next reads the nonce from the request and writes it into the scripts of the page. It does
 * not authorise anything: each page and action checks the session itself.
 */
export async function proxy(request: NextRequest): Promise<Response> {
  const refusal = await limitLargeBodies(request)
  if (refusal) return refusal
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

/** Rendered pages, and every request that Next may decode as a server action. */
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
