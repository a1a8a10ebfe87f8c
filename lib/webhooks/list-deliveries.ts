import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { query } from '@/lib/db/client'
import type { WebhookDelivery } from '@/lib/generated/prisma/client'

export type { WebhookDelivery }

const deliveriesListed = 20

/**
 * Lists the newest webhooks of a site. Old ones are deleted after a week.
 * @throws AppError `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function listDeliveries(
  actor: Actor | undefined,
  siteId: number,
): Promise<WebhookDelivery[]> {
  requireRole(actor, 'owner')
  return query((client) =>
    client.webhookDelivery.findMany({
      where: { siteId },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: deliveriesListed,
    }),
  )
}
