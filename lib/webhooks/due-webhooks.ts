import 'server-only'
import { executeSql, inTransaction, query } from '@/lib/db/client'

/** A webhook leased by this process, with the current state of its comment and page. */
export type DueWebhook = NonNullable<Awaited<ReturnType<typeof leaseDueWebhook>>>

/** Duration of a lease in seconds, longer than any attempt. */
const leaseSeconds = 30

/**
 * Leases the webhook that has been due longest, among sites without a leased one, and counts the
 * attempt. Skips locked rows.
 * @throws DatabaseUnavailable
 */
export async function leaseDueWebhook() {
  const leased = await inTransaction(async (transaction) => {
    // One process at a time leases a webhook. The next statement sees the leases of the others.
    await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('lease a webhook'))`
    const [row] = await transaction.$queryRaw<{ id: number }[]>`
      UPDATE webhook_deliveries SET attempts = attempts + 1,
        lease_until = now() + ${leaseSeconds} * interval '1 second'
       WHERE id = (
         SELECT id FROM webhook_deliveries
          WHERE delivered_at IS NULL AND failure IS NULL AND next_attempt_at <= now()
            AND site_id NOT IN (
              SELECT site_id FROM webhook_deliveries
               WHERE delivered_at IS NULL AND failure IS NULL AND lease_until > now())
          ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING id`
    return row
  })
  if (!leased) return undefined
  return query(async (client) => {
    const webhook = await client.webhookDelivery.findUnique({
      where: leased,
      include: { site: true },
    })
    if (!webhook) return undefined
    const { commentId: id, slug } = webhook
    const comment = await client.comment.findUnique({ where: { id }, include: { thread: true } })
    // The page of the comment may have moved or, with the comment, been deleted.
    const thread = comment?.thread ?? (await client.thread.findUnique({ where: { slug } }))
    return { ...webhook, comment, thread }
  })
}

/** Marks a webhook as delivered or, with a reason, as permanently failed. */
export async function finishWebhook(id: number, failure?: string): Promise<void> {
  const result = failure === undefined ? { deliveredAt: new Date() } : { failure }
  await query((client) =>
    client.webhookDelivery.updateMany({ where: { id }, data: { ...result, leaseUntil: null } }),
  )
}

/** Schedules another attempt. */
export async function retryWebhook(id: number, afterSeconds: number): Promise<void> {
  await executeSql`
    UPDATE webhook_deliveries SET lease_until = NULL,
      next_attempt_at = now() + ${afterSeconds} * interval '1 second' WHERE id = ${id}`
}

/** Ends all deliveries to a site and removes its webhook URL, because the receiver is gone. */
export async function endWebhooks(
  siteId: number,
  webhookUrl: string,
  failure: string,
): Promise<void> {
  await query((client) =>
    client.$transaction([
      // The owner may have entered another URL in the meantime, which then gets all deliveries.
      client.site.updateMany({ where: { id: siteId, webhookUrl }, data: { webhookUrl: '' } }),
      client.webhookDelivery.updateMany({
        where: { siteId, site: { webhookUrl: '' }, deliveredAt: null, failure: null },
        data: { failure, leaseUntil: null },
      }),
    ]),
  )
}

/** Days for which the admin area shows deliveries. */
export const webhookKeptDays = 7

/** Deletes old deliveries. @returns their number */
export async function deleteOldWebhooks(): Promise<number> {
  return executeSql`
    DELETE FROM webhook_deliveries
     WHERE created_at < now() - ${webhookKeptDays} * interval '1 day'`
}
