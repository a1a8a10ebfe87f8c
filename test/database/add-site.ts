import { encrypt } from '@/lib/crypto/encrypt'
import { db } from '@/lib/db/client'

type SiteFields = {
  name?: string
  language?: string
  webhookUrl?: string
  webhookSecret?: string
  newPagesPerDay?: number
}

/** Inserts a site with one origin. `webhookSecret` is in plain text. */
export async function addSite(
  origin: string,
  { webhookSecret, ...fields }: SiteFields = {},
): Promise<number> {
  const { id } = await db().site.create({
    data: {
      name: 'Example Blog',
      origins: [origin],
      hosts: { create: { host: new URL(origin).host } },
      ...(webhookSecret && { webhookSecret: encrypt('webhook-secret', webhookSecret) }),
      ...fields,
    },
    select: { id: true },
  })
  return id
}

/** Inserts the thread of a page. @returns its id, to which comments refer */
export async function addPage(
  siteId: number,
  slug: string,
  fields: { title?: string; url?: string; closed?: boolean } = {},
): Promise<number> {
  const { id } = await db().thread.create({
    data: { siteId, slug, title: 'Hello', url: `https://${slug}`, ...fields },
    select: { id: true },
  })
  return id
}
