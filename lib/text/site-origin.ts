import { env } from '@/lib/env'

/**
 * Where the blog is read, without a slash at its end: for what is read elsewhere and must name whole addresses. Where
 * `SITE_URL` is not set, the address of a blog that its owner tries on his own machine.
 */
export function siteOrigin(): string {
  const { SITE_URL, PORT } = env()
  return SITE_URL ?? `http://localhost:${PORT}`
}
