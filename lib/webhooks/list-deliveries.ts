import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { query } from '@/lib/db/client'

export type { WebhookDelivery } from '@/lib/generated/prisma/client'

const deliveriesListed = 20

/**
 * Lists the newest webhooks of a site. Old ones are deleted after a week.
 * @throws AppError `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function listDeliveries(actor: Actor | undefined, siteId: number) {
  requireRole(actor, 'owner')
  return query((client) =>
    client.webhookDelivery.findMany({
      where: { siteId },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: deliveriesListed,
    }),
  )
}
