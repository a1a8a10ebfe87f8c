import 'server-only'
import { randomBytes } from 'node:crypto'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { encrypt } from '@/lib/crypto/encrypt'
import { inTransaction, query, violates } from '@/lib/db/client'
import { InvalidInput, NotFound } from '@/lib/errors'
import type { Prisma } from '@/lib/generated/prisma/client'
import { validationText } from '@/lib/i18n/error-text'
import { siteKeyHash } from '@/lib/threads/find-site'
import type { Site } from '@/lib/threads/site'
import { newWebhookSecret } from '@/lib/webhooks/sign-webhook'
import type { SiteInput } from './site-input'

/**
 * Lists all sites by name, with the number of their threads.
 * @param language whose alphabetical order applies, BCP 47
 * @throws AppError `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function listSites(actor: Actor | undefined, language: string) {
  requireRole(actor, 'owner')
  const include = { _count: { select: { threads: true } } } as const
  const sites = await query((client) => client.site.findMany({ include, orderBy: { id: 'asc' } }))
  const { compare } = new Intl.Collator(language)
  return sites.sort((one, other) => compare(one.name, other.name))
}

/**
 * Returns a site.
 * @throws NotFound; AppError `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function getSite(actor: Actor | undefined, id: number): Promise<Site> {
  requireRole(actor, 'owner')
  const site = await query((client) => client.site.findUnique({ where: { id } }))
  if (!site) throw new NotFound('site', id)
  return site
}

/**
 * Adds a site or, with an id, changes one. Its first webhook URL gets a secret. Threads of removed
 * hosts remain, but reject writes.
 * @returns the id of the site
 * @throws NotFound; InvalidInput naming `origins` if another site has one of the hosts; AppError
 * `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function saveSite(
  actor: Actor | undefined,
  input: SiteInput,
  id?: number,
): Promise<number> {
  requireRole(actor, 'owner')
  const { origins, webhookUrl } = input
  const hosts = [...new Set(origins.map((origin) => new URL(origin).host))].sort()
  try {
    return await inTransaction(async (transaction) => {
      const siteId = id ?? (await transaction.site.create({ data: input })).id
      if (id !== undefined) await change(transaction, id, input)
      await transaction.siteHost.deleteMany({ where: { siteId, host: { notIn: hosts } } })
      await transaction.$executeRaw`
        INSERT INTO site_hosts (host, site_id)
        SELECT host, ${siteId} FROM unnest(${hosts}::text[]) AS hosts (host)
         WHERE host NOT IN (SELECT host FROM site_hosts WHERE site_id = ${siteId})`
      if (webhookUrl !== '')
        await transaction.$executeRaw`
          UPDATE sites SET webhook_secret = ${encrypt('webhook-secret', newWebhookSecret())}
           WHERE id = ${siteId} AND webhook_secret = ''`
      return siteId
    })
  } catch (error) {
    if (!violates(error, 'site_hosts_pkey')) throw error
    throw new InvalidInput([{ field: 'origins', message: await hostTakenMessage(hosts) }])
  }
}

async function hostTakenMessage(hosts: string[]): Promise<string> {
  const taken = await query((client) =>
    client.siteHost.findMany({ where: { host: { in: hosts } }, select: { host: true } }),
  )
  return validationText('hostTaken', { hosts: taken.map(({ host }) => host).join(', ') })
}

/**
 * Replaces the key with which a site's own server writes. The previous key stops working
 * immediately.
 * @returns the key; only its hash is stored
 * @throws NotFound; AppError `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function rotateSiteKey(actor: Actor | undefined, id: number): Promise<string> {
  requireRole(actor, 'owner')
  const key = `afterword_${randomBytes(24).toString('base64url')}`
  await query((client) => change(client, id, { keyHash: siteKeyHash(key) }))
  return key
}

/**
 * Removes the key of a site. Only browsers can write to its threads from then on.
 * @throws NotFound; AppError `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function removeSiteKey(actor: Actor | undefined, id: number): Promise<void> {
  requireRole(actor, 'owner')
  await query((client) => change(client, id, { keyHash: null }))
}

/**
 * Replaces the secret that signs a site's webhooks.
 * @returns the secret, which is stored encrypted
 * @throws NotFound; AppError `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function rotateWebhookSecret(actor: Actor | undefined, id: number): Promise<string> {
  requireRole(actor, 'owner')
  const secret = newWebhookSecret()
  await query((client) => change(client, id, { webhookSecret: encrypt('webhook-secret', secret) }))
  return secret
}

/** Undoing the import that added a site does not delete it once someone has changed it. */
async function change(
  { site }: Pick<Prisma.TransactionClient, 'site'>,
  id: number,
  values: Prisma.SiteUpdateManyMutationInput,
): Promise<void> {
  const { count } = await site.updateMany({ where: { id }, data: { ...values, importId: null } })
  if (count === 0) throw new NotFound('site', id)
}
