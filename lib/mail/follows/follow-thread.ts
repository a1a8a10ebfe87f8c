import 'server-only'
import { queryRows } from '@/lib/db/client'
import { NotFound } from '@/lib/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { upsertAddress } from '@/lib/mail/announce-comment'
import { isAddressProven } from '@/lib/mail/reader-address'
import { publicThreadBySlug } from '@/lib/threads/public-thread'
import { isLocalSlug } from '@/lib/threads/site'

/** Maximum number of threads that an address can follow. */
export const followsMax = 50

/** Maximum number of e-mails an hour that ask for confirmation, for all addresses. */
const verificationsMax = 100

/**
 * Makes an address follow a thread. Without a proof, the address gets a verification e-mail,
 * because anyone can enter it, but at most one an hour. An e-mail about a comment does not count,
 * because its link confirms no follows. Does nothing beyond the maximum. Callers cannot find out
 * whether an address is known.
 * @param proof the proof from a browser in which the address was confirmed
 * @returns the current slug of the thread
 * @throws NotFound if there is no such public post or page; DatabaseUnavailable
 */
export async function followThread(slug: string, address: string, proof?: string): Promise<string> {
  // Only its developer sees the comments of a page on `localhost`.
  if (isLocalSlug(slug)) throw new NotFound('post', slug)
  const isProven = isAddressProven(proof, address)
  const [place] = await queryRows<{ slug: string }>`
    WITH place AS (${publicThreadBySlug(slug, Prisma.sql`threads.id, threads.slug`)}
    ), address AS (${upsertAddress(address, isProven, !isProven)}
    ), followed AS (
      INSERT INTO thread_follows AS follow (address_id, thread_id, confirmed_at)
      SELECT address.id, place.id, CASE WHEN ${isProven} THEN now() END FROM address, place
       WHERE ${followsMax} > (SELECT count(*) FROM thread_follows
         WHERE address_id = address.id AND (confirmed_at IS NOT NULL OR NOT ${isProven}))
      ON CONFLICT (address_id, thread_id) DO UPDATE SET created_at = excluded.created_at,
        confirmed_at = coalesce(follow.confirmed_at, excluded.confirmed_at)
    ), verification AS (
      INSERT INTO outbox_mails (kind, dedupe_key, address_id, data)
      SELECT 'verify-follow',
             'verify-follow:' || address.id || ':' || extract(epoch FROM verification_sent_at),
             address.id, jsonb_build_object('threadId', place.id)
        FROM place, address
       WHERE NOT ${isProven} AND unsubscribed_at IS NULL
         AND ${verificationsMax} > (SELECT count(*) FROM outbox_mails
           WHERE kind = 'verify-follow' AND created_at > now() - interval '1 hour')
      ON CONFLICT (dedupe_key) DO NOTHING
    )
    SELECT slug FROM place`
  if (!place) throw new NotFound('post', slug)
  return place.slug
}
