import 'server-only'
import { createHash } from 'node:crypto'
import { query, queryRows } from '@/lib/db/client'
import { AppError } from '@/lib/errors'
import { errorText } from '@/lib/i18n/error-text'
import { parseUrl } from '@/lib/text/parse-url'
import type { Site } from './site'
import { hostOfSlug } from './thread-slug'

/** Returns the stored form of a site's key. Keys are random, so one round of SHA-256 is enough. */
export const siteKeyHash = (key: string): string => createHash('sha256').update(key).digest('hex')

/**
 * Returns the site that a page belongs to, or null.
 * @param slug `host/path`
 * @throws DatabaseUnavailable
 */
export function findSite(slug: string): Promise<Site | null> {
  const hosts = { some: { host: hostOfSlug(slug) } }
  return query((client) => client.site.findFirst({ where: { hosts } }))
}

/**
 * Returns the site that a page belongs to.
 * @param slug `host/path`
 * @throws AppError `site-unknown`; DatabaseUnavailable
 */
export async function siteOfSlug(slug: string): Promise<Site> {
  const site = await findSite(slug)
  if (site) return site
  throw new AppError('site-unknown', errorText('siteUnknown', { host: hostOfSlug(slug) }))
}

/** Returns true if a bearer token is the key of a site. */
export const isKeyOfSite = ({ keyHash }: Site, token: string): boolean =>
  keyHash === siteKeyHash(token)

/**
 * Returns true if pages of any site have this origin.
 * @throws DatabaseUnavailable
 */
export async function isSiteOrigin(origin: string): Promise<boolean> {
  const [row] = await queryRows<{ id: number }>`
    SELECT site_id AS id FROM site_hosts JOIN sites ON sites.id = site_id
     WHERE host = ${parseUrl(origin)?.host ?? ''} AND ${origin} = ANY(origins)`
  return row !== undefined
}

/**
 * Returns the names of all sites, and of those whose servers receive webhooks, in alphabetical
 * order.
 * @throws DatabaseUnavailable
 */
export async function siteNames(): Promise<{ all: string[]; withWebhook: string[] }> {
  const sites = await query((client) =>
    client.site.findMany({ select: { name: true, webhookUrl: true }, orderBy: { name: 'asc' } }),
  )
  return {
    all: sites.map(({ name }) => name),
    withWebhook: sites.filter(({ webhookUrl }) => webhookUrl !== '').map(({ name }) => name),
  }
}
