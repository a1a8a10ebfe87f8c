import 'server-only'
import { executeSql, query, queryRows } from '@/lib/db/client'
import type { Comment, Site, WebhookDelivery } from '@/lib/generated/prisma/client'

/**
 * A webhook leased by this process, with the current state of its comment. `url` is null if the
 * thread has been deleted, and `status` if the comment has been deleted for good.
 */
export type DueWebhook = Pick<
  WebhookDelivery,
  'id' | 'createdAt' | 'attempts' | 'slug' | 'siteId' | 'commentId'
> &
  Pick<Site, 'webhookUrl' | 'webhookSecret'> &
  Pick<Comment, 'authorName' | 'content'> & {
    type: string
    url: string | null
    status: Comment['status'] | null
    commentedAt: Date
  }

/** Duration of a lease in seconds, longer than any attempt. */
const leaseSeconds = 30

/**
 * Leases the webhook that has been due longest, among sites without a leased one, and counts the
 * attempt. Skips locked rows.
 * @throws DatabaseUnavailable
 */
export async function leaseDueWebhook(): Promise<DueWebhook | undefined> {
  const [webhook] = await queryRows<DueWebhook>`
    WITH leased AS (
      UPDATE webhook_deliveries SET attempts = attempts + 1,
        lease_until = now() + ${leaseSeconds} * interval '1 second'
       WHERE id = (
         SELECT id FROM webhook_deliveries
          WHERE delivered_at IS NULL AND failure IS NULL AND next_attempt_at <= now()
            AND site_id NOT IN (
              SELECT site_id FROM webhook_deliveries
               WHERE delivered_at IS NULL AND failure IS NULL AND lease_until > now())
          ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING *
    )
    SELECT leased.id, type::text AS type, leased.created_at AS "createdAt", attempts,
      coalesce(threads.slug, leased.slug) AS slug, threads.url, sites.id AS "siteId",
      webhook_url AS "webhookUrl", webhook_secret AS "webhookSecret",
      leased.comment_id AS "commentId", comments.status::text AS status,
      coalesce(author_name, '') AS "authorName", coalesce(content, '') AS content,
      coalesce(comments.created_at, leased.created_at) AS "commentedAt"
      FROM leased JOIN sites ON sites.id = leased.site_id
      LEFT JOIN comments ON comments.id = leased.comment_id
      -- The page of the comment may have moved or, with the comment, been deleted.
      LEFT JOIN threads ON threads.id = coalesce(comments.post_id,
        (SELECT id FROM threads AS named WHERE named.slug = leased.slug))`
  return webhook
}

/** Marks a webhook as delivered or, with the reason, as failed for good. */
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
      // The owner may have entered another URL in the meantime.
      client.site.updateMany({ where: { id: siteId, webhookUrl }, data: { webhookUrl: '' } }),
      client.webhookDelivery.updateMany({
        where: { siteId, deliveredAt: null, failure: null },
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
