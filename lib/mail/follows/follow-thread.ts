import 'server-only'
import { queryRows } from '@/lib/db/client'
import { NotFound } from '@/lib/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { upsertAddress } from '@/lib/mail/announce-comment'
import { publicThreadBySlug } from '@/lib/threads/public-thread'

/** Maximum number of threads that an address can follow. */
export const followsMax = 50

/**
 * Makes an address follow a thread. An unconfirmed address gets a verification mail, at most as
 * often as from the comment form. Callers cannot find out whether an address is known: beyond the
 * maximum, nothing happens.
 * @returns the current slug of the thread
 * @throws NotFound if there is no such public post or page; DatabaseUnavailable
 */
export async function followThread(slug: string, address: string): Promise<string> {
  const [place] = await queryRows<{ slug: string }>`
    WITH place AS (${publicThreadBySlug(slug, Prisma.sql`threads.id, threads.slug`)}
    ), address AS (${upsertAddress(address, false, true, true)}
    ), followed AS (
      INSERT INTO thread_follows (address_id, thread_id)
      SELECT address.id, place.id FROM address, place
       WHERE ${followsMax} > (SELECT count(*) FROM thread_follows WHERE address_id = address.id)
      ON CONFLICT DO NOTHING
    ), verification AS (
      INSERT INTO outbox_mails (kind, dedupe_key, address_id, data)
      SELECT 'verify-follow',
             'verify-follow:' || address.id || ':' || extract(epoch FROM verification_sent_at),
             address.id, jsonb_build_object('threadId', place.id)
        FROM place, address WHERE is_due
      ON CONFLICT (dedupe_key) DO NOTHING
    )
    SELECT slug FROM place`
  if (!place) throw new NotFound('post', slug)
  return place.slug
}
