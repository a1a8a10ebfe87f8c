import type { IncomingHttpHeaders } from 'node:http'
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
  const origin = headers.get('origin') ?? undefined
  if (origin !== undefined && env().ALLOWED_ORIGINS.includes(origin)) return origin
  if (isFromOtherSite(headers)) throw new AppError('cross-site', errorText('crossSite'))
  return undefined
}

/** Returns whether a browser sent a request from another site, even from an allowed origin. */
export const isFromOtherSite = (headers: Headers): boolean =>
  isCrossSite(Object.fromEntries(headers))

/** Returns whether a browser sent a request from another site than the configured or named one. */
export function isCrossSite({
  'sec-fetch-site': site,
  origin,
  host,
}: IncomingHttpHeaders): boolean {
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  if (origin === undefined || origin === env().SITE_URL) return false
  const own = parseUrl(origin)?.host
  return own === undefined || own !== host
}
