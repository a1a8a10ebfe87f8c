import 'server-only'
import { env } from '@/lib/env'

/** Returns whether the site uses HTTPS, so that cookies can require it. */
export function isSecureSite(): boolean {
  return env().SITE_URL?.startsWith('https:') ?? false
}

/**
 * Returns the cookie name. Browsers accept the `__Host-` prefix only over HTTPS and bind the cookie
 * to the host (RFC 6265bis, 4.1.3.2).
 */
export function sessionCookieName(): string {
  return isSecureSite() ? '__Host-session' : 'session'
}
