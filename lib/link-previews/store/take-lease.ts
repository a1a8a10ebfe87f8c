import 'server-only'
import { query } from '@/lib/db/client'
import type { LinkPreviewRow } from './link-preview-row'

/** Longer than a fetch, so that only leases of crashed processes expire. */
const leaseSeconds = 8

/** The current row of a link, and whether the caller holds its lease. */
export type Lease = { row: LinkPreviewRow; isOurs: boolean }

/**
 * Takes a lease on the row of a link, so that only one of all processes fetches it. A fresh row is
 * not leased; a leased row becomes available when the lease ends or expires. Uses PostgreSQL's
 * clock, the only one that all processes share.
 *
 * @param key as `linkPreviewKey` returns it. A new link gets its row here.
 * @throws DatabaseUnavailable
 */
export async function takeLease(key: string): Promise<Lease> {
  const [taken] = await query(
    (client) => client.$queryRaw<LinkPreviewRow[]>`
      INSERT INTO link_previews AS link (url, fresh_until, lease_until)
      VALUES (${key}, to_timestamp(0), now() + ${leaseSeconds} * interval '1 second')
          ON CONFLICT (url) DO UPDATE SET lease_until = excluded.lease_until
       WHERE link.fresh_until <= now() AND (link.lease_until IS NULL OR link.lease_until <= now())
   RETURNING url, title, description, image, site_name AS "siteName", final_url AS "finalUrl",
             favicon, fetched_at AS "fetchedAt", fresh_until AS "freshUntil",
             failure_code AS "failureCode", failure_detail AS "failureDetail", failures,
             lease_until AS "leaseUntil", etag, last_modified AS "lastModified",
             used_at AS "usedAt"`,
  )
  if (taken) return { row: taken, isOurs: true }
  return {
    row: await query((client) => client.linkPreview.findUniqueOrThrow({ where: { url: key } })),
    isOurs: false,
  }
}

/**
 * Ends a lease and stores the result of the fetch. Has no effect if the lease has expired and
 * another process holds it.
 * @throws DatabaseUnavailable
 */
export async function endLease({ row }: Lease, result: LinkPreviewRow): Promise<void> {
  const { url, leaseUntil } = row
  await query((client) =>
    client.linkPreview.updateMany({
      where: { url, leaseUntil },
      data: { ...result, leaseUntil: null },
    }),
  )
}
