import 'server-only'
import { decrypt } from '@/lib/crypto/encrypt'
import { secrets } from '@/lib/crypto/sign'
import { executeSql, queryRows } from '@/lib/db/client'
import { encryptAddress } from './reader-address'

type Row = { id: number; hash: string; encrypted: string }

/**
 * Encrypts addresses under the first secret that were encrypted under an older one, so that the
 * older one can be removed. Compares only hashes: a hash under the first secret means that the row
 * is up to date.
 * @returns the number of re-encrypted addresses
 * @throws DatabaseUnavailable
 */
export async function reencryptAddresses(): Promise<number> {
  if (secrets().length < 2) return 0
  const rows = await queryRows<Row>`
    SELECT id, hash, sealed AS encrypted FROM reader_addresses ORDER BY id`
  let count = 0
  for (const row of rows) if (await reencrypt(row)) count++
  return count
}

/**
 * Re-encrypts one address, or merges its row into a newer one. The merged row stays, because links
 * in earlier e-mails contain its id.
 */
async function reencrypt({ id, hash, encrypted }: Row): Promise<boolean> {
  const address = decrypt('reader-address', encrypted)
  if (address === undefined) return false
  const fresh = encryptAddress(address)
  if (fresh.hash === hash) return false
  const changed = await executeSql`
    UPDATE reader_addresses SET hash = ${fresh.hash}, sealed = ${fresh.encryptedAddress}
     WHERE id = ${id} AND hash = ${hash} AND NOT EXISTS (SELECT 1 FROM reader_addresses
       WHERE hash = ${fresh.hash})`
  return changed > 0 || (await mergeInto(fresh.hash, id)) > 0
}

function mergeInto(hash: string, id: number): Promise<number> {
  return executeSql`
    WITH gone AS (
      SELECT * FROM reader_addresses WHERE id = ${id}
    ), kept AS (
      UPDATE reader_addresses
         SET verified_at = coalesce(reader_addresses.verified_at, gone.verified_at),
             unsubscribed_at = coalesce(reader_addresses.unsubscribed_at, gone.unsubscribed_at),
             verification_sent_at = greatest(reader_addresses.verification_sent_at,
               gone.verification_sent_at)
        FROM gone WHERE reader_addresses.hash = ${hash} RETURNING reader_addresses.id
    ), comment AS (
      UPDATE comments SET address_id = kept.id FROM kept WHERE address_id = ${id}
    ), mail AS (
      UPDATE outbox_mails SET address_id = kept.id FROM kept WHERE address_id = ${id}
    ), follow AS (
      INSERT INTO thread_follows (address_id, thread_id, created_at, confirmed_at)
      SELECT kept.id, thread_id, created_at, confirmed_at FROM kept, thread_follows
       WHERE address_id = ${id}
      ON CONFLICT DO NOTHING
    ), news AS (
      INSERT INTO followed_comments (address_id, comment_id)
      SELECT kept.id, comment_id FROM kept, followed_comments WHERE address_id = ${id}
      ON CONFLICT DO NOTHING
    ), earlier AS (
      UPDATE reader_addresses SET merged_into_id = kept.id FROM kept WHERE merged_into_id = ${id}
    )
    UPDATE reader_addresses SET hash = 'merged:' || ${id}::integer, sealed = '',
      verified_at = NULL, merged_into_id = kept.id
      FROM kept WHERE reader_addresses.id = ${id}`
}
