import 'server-only'
import { createHash } from 'node:crypto'
import { query, queryRows } from '@/lib/db/client'
import { AppError } from '@/lib/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { errorText } from '@/lib/i18n/error-text'
import { parseUrl } from '@/lib/text/parse-url'
import type { Site } from './site'
import { hostOfSlug } from './thread-slug'

/** Returns the stored form of a site's key. Keys are random, so one round of SHA-256 is enough. */
export const siteKeyHash = (key: string): string => createHash('sha256').update(key).digest('hex')

export const siteColumns = Prisma.sql`sites.id, sites.name, sites.origins, sites.language,
  sites.key_hash IS NOT NULL AS "hasKey", sites.webhook_url AS "webhookUrl",
  sites.new_pages_per_day AS "newPagesPerDay"`

/**
 * Returns the site that a page belongs to.
 * @param slug `host/path`
 * @throws AppError `site-unknown`; DatabaseUnavailable
 */
export async function siteOfSlug(slug: string): Promise<Site> {
  const host = hostOfSlug(slug)
  const [site] = await queryRows<Site>`
    SELECT ${siteColumns} FROM site_hosts JOIN sites ON sites.id = site_hosts.site_id
     WHERE host = ${host}`
  if (!site) throw new AppError('site-unknown', errorText('siteUnknown', { host }))
  return site
}

/**
 * Returns true if a bearer token is the key of a site.
 * @throws DatabaseUnavailable
 */
export async function isKeyOfSite(site: Site, token: string): Promise<boolean> {
  const [row] = await queryRows<{ id: number }>`
    SELECT id FROM sites WHERE id = ${site.id} AND key_hash = ${siteKeyHash(token)}`
  return row !== undefined
}

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
