import 'server-only'
import { limitedQuery } from './limited-query'
import type { LinkPreviewRow } from './link-preview-row'

/** Longer than a fetch (5 s), the reading of what it brought (0.2 s) and the query that ends it: only the lease of a process that died runs out. */
const leaseSeconds = 8

/** The row of a link as it stands, and whether it was given to who asked. */
export type Lease = { row: LinkPreviewRow; isOurs: boolean }

/**
 * Takes the row of a link for one fetch, so that of all processes one fetches. It is given to nobody while the row is
 * fresh, and to nobody else until it is ended, or has run out. The clock is PostgreSQL's, the only one they share.
 *
 * @param key as `linkPreviewKey` makes it. A link nobody asked for before gets its row.
 * @throws DatabaseUnavailable
 */
export async function takeLease(key: string): Promise<Lease> {
  const [taken] = await limitedQuery(
    (client) => client.$queryRaw<LinkPreviewRow[]>`
      INSERT INTO link_previews AS link (url, fresh_until, lease_until)
      VALUES (${key}, to_timestamp(0), now() + ${leaseSeconds} * interval '1 second')
          ON CONFLICT (url) DO UPDATE SET lease_until = excluded.lease_until
       WHERE link.fresh_until <= now() AND (link.lease_until IS NULL OR link.lease_until <= now())
   RETURNING url, title, description, image, site_name AS "siteName", final_url AS "finalUrl", favicon, fetched_at AS "fetchedAt",
             fresh_until AS "freshUntil", failure_code AS "failureCode", failure_detail AS "failureDetail", failures,
             lease_until AS "leaseUntil", etag, last_modified AS "lastModified", used_at AS "usedAt"`,
  )
  if (taken) return { row: taken, isOurs: true }
  return {
    row: await limitedQuery((client) =>
      client.linkPreview.findUniqueOrThrow({ where: { url: key } }),
    ),
    isOurs: false,
  }
}

/**
 * Ends a lease with what came of the fetch. One that ran out meanwhile, and was given to another, changes nothing.
 * @throws DatabaseUnavailable
 */
export async function endLease({ row }: Lease, result: LinkPreviewRow): Promise<void> {
  const { url, leaseUntil } = row
  await limitedQuery((client) =>
    client.linkPreview.updateMany({
      where: { url, leaseUntil },
      data: { ...result, leaseUntil: null },
    }),
  )
}
