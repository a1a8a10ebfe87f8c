import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { queryRows } from '@/lib/db/client'
import type { WebhookDelivery } from '@/lib/generated/prisma/client'

/** A recent webhook of a site. `failure` is null while it is being retried. */
export type Delivery = Pick<
  WebhookDelivery,
  'id' | 'slug' | 'createdAt' | 'attempts' | 'deliveredAt' | 'failure'
> & { type: string }

const deliveriesListed = 20

/**
 * Lists the newest webhooks of a site. Old ones are deleted after a week.
 * @throws AppError `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function listDeliveries(
  actor: Actor | undefined,
  siteId: number,
): Promise<Delivery[]> {
  requireRole(actor, 'owner')
  return queryRows<Delivery>`
    SELECT id, type::text AS type, slug, created_at AS "createdAt", attempts,
      delivered_at AS "deliveredAt", failure
      FROM webhook_deliveries WHERE site_id = ${siteId}
     ORDER BY created_at DESC, id DESC LIMIT ${deliveriesListed}`
}
