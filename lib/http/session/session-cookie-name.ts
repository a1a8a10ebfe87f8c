import 'server-only'
import { env } from '@/lib/env'

/** Whether the blog is reached by https, so that its cookies need go no other way. */
export function isSecureSite(): boolean {
  return env().SITE_URL?.startsWith('https:') ?? false
}

/** With `__Host-` a browser takes it from this very host alone, and by https alone (RFC 6265bis, 4.1.3.2). */
export function sessionCookieName(): string {
  return isSecureSite() ? '__Host-session' : 'session'
}
