import 'server-only'
import { env } from '@/lib/env'
import { AppError } from '@/lib/errors'
import { errorText } from '@/lib/i18n/error-text'
import { parseUrl } from '@/lib/text/parse-url'

/**
 * Refuses a write that a browser sends from another site, unless its origin is allowed. Browsers
 * report the origin in `Sec-Fetch-Site` (W3C Fetch Metadata) and `Origin` (RFC 6454). Non-browser
 * clients send neither, and have no cookies of visitors.
 * @returns the allowed foreign origin, to name in the response; undefined for the site's own origin
 * and for non-browser clients
 * @throws AppError `cross-site`
 */
export function refuseCrossSite(headers: Headers): string | undefined {
  const origin = headers.get('origin')
  if (origin !== null && env().ALLOWED_ORIGINS.includes(origin)) return origin
  if (!isForeign(headers, origin)) return undefined
  throw new AppError('cross-site', errorText('crossSite'))
}

function isForeign(headers: Headers, origin: string | null): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site !== 'same-origin' && site !== 'none'
  return origin !== null && !isOwn(origin, headers.get('host'))
}

/** Returns whether an origin is the configured one or that of the request's `Host`. */
function isOwn(origin: string, host: string | null): boolean {
  if (origin === env().SITE_URL) return true
  return host !== null && parseUrl(origin)?.host === host
}
