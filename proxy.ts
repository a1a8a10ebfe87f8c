import { randomBytes } from 'node:crypto'
import { type NextRequest, NextResponse } from 'next/server'
import { env } from '@/lib/env'
import { deskPolicy } from '@/lib/http/desk-policy'
import { policySite } from '@/lib/http/policy-site'
import { knownFrameHosts } from '@/lib/markdown/iframe-hosts'

/**
 * Gives each page of the desk a policy of its own, with a nonce. Next reads it off the request and writes the nonce into
 * the scripts of the page it makes. It guards nothing else: who is signed in, every page and action looks for itself.
 */
export function proxy(request: NextRequest): NextResponse {
  // React and Next evaluate text while a page is being worked on.
  if (process.env.NODE_ENV === 'development') return NextResponse.next()
  const policy = deskPolicy(randomBytes(16).toString('base64'), policySite(env(), knownFrameHosts))
  const headers = new Headers(request.headers)
  headers.set('Content-Security-Policy', policy)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('Content-Security-Policy', policy)
  return response
}

/** Pages that are made for each request. In one that is kept, a nonce would be everybody's. */
export const config = { matcher: ['/desk/:path*', '/invitations/:path*'] }
