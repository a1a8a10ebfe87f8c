import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { queryRows } from '@/lib/db/client'

/** A recent webhook of a site. */
export type Delivery = {
  id: number
  type: string
  slug: string
  createdAt: Date
  attempts: number
  deliveredAt: Date | null
  /** The reason why it was abandoned; null while it is being retried. */
  failure: string | null
}

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
