import 'server-only'
import { AppError, InvalidInput } from '@/lib/errors'
import { errorText, validationText } from '@/lib/i18n/error-text'
import { clientAddress, networkOf, unknownNetwork } from '@/lib/security/client-address'
import { refuseCrossSite } from '@/lib/security/refuse-cross-site'
import { isKeyOfSite, siteOfSlug } from '@/lib/threads/find-site'
import type { Site } from '@/lib/threads/site'
import { hostOfSlug, isPageSlug } from '@/lib/threads/thread-slug'
import { isOwnPage } from './request-language'

/** Names the reader's address, in requests with a site's key. */
const clientAddressHeader = 'Afterword-Client-Address'

/** The permitted origin and site of a write, and the reader on whose behalf it is made. */
export type Permission = {
  /** The foreign origin that the response must allow. */
  origin?: string | undefined
  /** The site of the page that is written to; undefined for posts of the blog. */
  site?: Site | undefined
  /** The reader's address, for limits and screening. */
  client: string
}

/** Returns the bearer token (RFC 6750, 2.1), if there is a valid one. */
export const bearerToken = (headers: Headers): string | undefined =>
  /^Bearer +([\w.~+/=-]{1,200})$/i.exec(headers.get('authorization') ?? '')?.[1]

/**
 * Permits a write. Posts accept writes from this blog and from allowed origins. Pages of other
 * sites accept them from the origins of their site, from this blog's own page of the thread, and
 * from a server with the site's key, which may also name the reader's address.
 * @param slug the slug of the post or page; undefined if the write belongs to none
 * @throws AppError `site-unknown`, `cross-site`; InvalidInput for an invalid address;
 * DatabaseUnavailable
 */
export async function permitWrite(headers: Headers, slug?: string): Promise<Permission> {
  const client = clientAddress(headers)
  if (slug === undefined || !isPageSlug(slug)) return { origin: refuseCrossSite(headers), client }
  const site = await siteOfSlug(slug)
  const token = bearerToken(headers)
  if (token !== undefined && isKeyOfSite(site, token))
    return { site, client: namedClient(headers) ?? client }
  const origin = headers.get('origin') ?? undefined
  if (origin !== undefined && site.origins.includes(origin)) return { site, origin, client }
  if (isOwnPage(headers)) return { site, client }
  throw new AppError('cross-site', errorText('siteOrigin', { host: hostOfSlug(slug) }))
}

/**
 * Returns the reader's address as a server with the site's key names it.
 * @throws AppError `cross-site` if a browser sent the key, which everyone could read there;
 * InvalidInput
 */
function namedClient(headers: Headers): string | undefined {
  if (headers.has('origin') || headers.has('sec-fetch-site'))
    throw new AppError('cross-site', errorText('keyInBrowser'))
  const named = headers.get(clientAddressHeader)
  if (named === null) return undefined
  const client = networkOf(named)
  if (client !== unknownNetwork) return client
  throw new InvalidInput([{ field: clientAddressHeader, message: validationText('clientAddress') }])
}
