import { newClient } from '@/test/new-client'
import { pagesOfKind, type RegisteredSite } from './registered-sites'

/** A write to a page, and its expected result. */
export type SiteWrite = {
  what: string
  slug: string
  headers: Record<string, string>
  /** The slug of the thread that it belongs to; undefined for a spoofed write. */
  thread?: string
  /** The refusal of a spoofed write: status and code. */
  refusal?: string
  /** The site's position. */
  site: number
}

type Kind = (place: {
  own: RegisteredSite
  other: RegisteredSite
  n: number
}) => Omit<SiteWrite, 'what' | 'site'>

/** Returns the header in which a site's server names the address of a reader, here a new one. */
export const clientAddressHeader = () => ({ 'afterword-client-address': newClient() })

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

const kinds: Record<string, Kind> = {
  'from a page': ({ own: { host, origin }, n }) => ({
    slug: `${host}/post-${n}`,
    headers: { origin },
    thread: `${host}/post-${n}`,
  }),
  'with the key': ({ own: { host, key }, n }) => ({
    slug: `${host}/post-${n}`,
    headers: { ...bearer(key), ...clientAddressHeader() },
    thread: `${host}/post-${n}`,
  }),
  'with another spelling': ({ own: { host, origin }, n }) => ({
    slug: `${host}/post-${n}/index.html`,
    headers: { origin },
    thread: `${host}/post-${n}`,
  }),
  'to a page that moved': ({ own: { host, origin }, n }) => ({
    slug: `${host}/moved-${n}`,
    headers: { origin },
    thread: `${host}/post-${n}`,
  }),
  'to a second address': ({ own: { host, origin }, n }) => ({
    slug: `${host}/twin-${n}`,
    headers: { origin },
    thread: `${host}/post-${n}`,
  }),
  // The page claims to be a page of another site.
  'to a page with a foreign canonical URL': ({ own: { host, origin }, n }) => ({
    slug: `${host}/stray-${n}`,
    headers: { origin },
    thread: `${host}/stray-${n}`,
  }),
  'from another site': ({ own, other, n }) => ({
    slug: `${own.host}/post-${n}`,
    headers: { origin: other.origin },
    refusal: '403 cross-site',
  }),
  'from an unknown origin': ({ own, n }) => ({
    slug: `${own.host}/post-${n}`,
    headers: { origin: `${own.origin}.example.org`, 'sec-fetch-site': 'cross-site' },
    refusal: '403 cross-site',
  }),
  'from an opaque origin': ({ own, n }) => ({
    slug: `${own.host}/post-${n}`,
    headers: { origin: 'null' },
    refusal: '403 cross-site',
  }),
  'without an origin': ({ own, n }) => ({
    slug: `${own.host}/post-${n}`,
    headers: { referer: own.origin },
    refusal: '403 cross-site',
  }),
  // Everyone could read the key there.
  'with the key in a browser': ({ own, n }) => ({
    slug: `${own.host}/post-${n}`,
    headers: { ...bearer(own.key), origin: own.origin },
    refusal: '403 cross-site',
  }),
  'with the key of another site': ({ own, other, n }) => ({
    slug: `${own.host}/post-${n}`,
    headers: { ...bearer(other.key), ...clientAddressHeader() },
    refusal: '403 cross-site',
  }),
  'with key and origin of another site': ({ own, other, n }) => ({
    slug: `${own.host}/post-${n}`,
    headers: { ...bearer(other.key), origin: other.origin },
    refusal: '403 cross-site',
  }),
  // `other` is a user name here, not the host.
  'with credentials in the host': ({ own, other, n }) => ({
    slug: `${other.host}@${own.host}/post-${n}`,
    headers: { origin: other.origin },
    refusal: '403 cross-site',
  }),
  'to a longer host': ({ own, n }) => ({
    slug: `${own.host}.example.org/post-${n}`,
    headers: { origin: own.origin },
    refusal: '404 site-unknown',
  }),
  'to a missing page': ({ own: { host, origin }, n }) => ({
    slug: `${host}/missing-${n}`,
    headers: { origin },
    refusal: '404 page-not-found',
  }),
  'to a file': ({ own: { host, origin }, n }) => ({
    slug: `${host}/junk-${n}`,
    headers: { origin },
    refusal: '404 page-not-found',
  }),
  'to a page that redirects to another site': ({ own: { host, origin }, n }) => ({
    slug: `${host}/away-${n}`,
    headers: { origin },
    refusal: '404 page-not-found',
  }),
  'to another site by path traversal': ({ own, other, n }) => ({
    slug: `${own.host}/../${other.host}/post-${n}`,
    headers: { origin: own.origin },
    refusal: '404 page-not-found',
  }),
}

const named = Object.entries(kinds)

/** The number of kinds of writes. */
export const kindCount = named.length

/** Returns the nth write. Each site gets every kind in turn, and then the same on the next page. */
export function siteWrite(turn: number, sites: readonly RegisteredSite[]): SiteWrite {
  const site = turn % sites.length
  const round = Math.floor(turn / sites.length)
  const own = sites[site]
  const other = sites[(site + 1 + (turn % (sites.length - 1))) % sites.length]
  const [what, kind] = named[(site + round) % named.length] ?? []
  if (!own || !other || !what || !kind) throw new Error('no site was registered')
  const n = Math.floor(round / named.length) % pagesOfKind
  return { ...kind({ own, other, n }), what, site }
}
