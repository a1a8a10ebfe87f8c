import 'server-only'
import { AppError } from '@/lib/errors'
import { errorText } from '@/lib/i18n/error-text'
import { clientAddress, networkOf } from '@/lib/security/client-address'
import { isCrossSite, refuseCrossSite } from '@/lib/security/refuse-cross-site'
import { isKeyOfSite, siteOfSlug } from '@/lib/threads/find-site'
import type { Site } from '@/lib/threads/site'
import { isPageSlug } from '@/lib/threads/thread-slug'

/** Who may write, and on whose behalf. */
export type Permission = {
  /** The foreign origin to name in the response. */
  origin?: string | undefined
  /** The site of the page that is written to; undefined for posts of the blog. */
  site?: Site | undefined
  /** The reader's address, for limits and screening. */
  client: string
}

const bearerToken = (headers: Headers): string | undefined =>
  /^Bearer +([\w.~+/=-]{1,200})$/i.exec(headers.get('authorization') ?? '')?.[1]

/**
 * Permits a write to a post from this blog and allowed origins, and a write to a page from the
 * origins of its site, this blog's own page of the thread, or a server with the site's key, which
 * may also name the reader's address.
 * @param slug of the post or page; undefined if the write belongs to none
 * @throws AppError `site-unknown`, `cross-site`; DatabaseUnavailable
 */
export async function permitWrite(headers: Headers, slug?: string): Promise<Permission> {
  const client = clientAddress(headers)
  if (slug === undefined || !isPageSlug(slug)) return { origin: refuseCrossSite(headers), client }
  const site = await siteOfSlug(slug)
  const token = bearerToken(headers)
  if (token !== undefined && (await isKeyOfSite(site, token))) {
    const named = headers.get('afterword-client-address')
    return { site, client: named === null ? client : networkOf(named.trim()) }
  }
  const origin = headers.get('origin')
  if (origin === null) throw new AppError('cross-site', errorText('crossSite'))
  if (site.origins.includes(origin)) return { site, origin, client }
  const fetchSite = headers.get('sec-fetch-site') ?? undefined
  const host = headers.get('host') ?? undefined
  if (isCrossSite({ origin, 'sec-fetch-site': fetchSite, host }))
    throw new AppError('cross-site', errorText('crossSite'))
  return { site, client }
}
