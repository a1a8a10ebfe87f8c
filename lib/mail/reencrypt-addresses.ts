import 'server-only'
import { decrypt } from '@/lib/crypto/encrypt'
import { secrets } from '@/lib/crypto/sign'
import { query } from '@/lib/db/client'
import { sealAddress } from './reader-address'

const rowsAtOnce = 500

type Row = { id: number; hash: string; sealed: string }

/**
 * Seals what an older secret sealed under the first one, so that the older can be taken out of the configuration. Found
 * by its hash alone: one made under the first secret is as it should be.
 * @returns how many were sealed anew
 * @throws DatabaseUnavailable
 */
export async function reencryptAddresses(): Promise<number> {
  if (secrets().length < 2) return 0
  let resealed = 0
  for (let after = 0; ; ) {
    const rows = await query(
      (client) => client.$queryRaw<Row[]>`
        SELECT id, hash, sealed FROM reader_addresses WHERE id > ${after} ORDER BY id LIMIT ${rowsAtOnce}`,
    )
    for (const row of rows) if (await reseal(row)) resealed++
    const last = rows.at(-1)
    if (!last) return resealed
    after = last.id
  }
}

/**
 * Where a comment that was written meanwhile has made a row under the first secret, the two become that one. The other
 * stays as a mere name of it: links that were mailed name it by its id.
 */
async function reseal({ id, hash, sealed }: Row): Promise<boolean> {
  const address = decrypt('reader-address', sealed)
  if (address === undefined) return false
  const fresh = sealAddress(address)
  if (fresh.hash === hash) return false
  const changed = await query(
    (client) => client.$executeRaw`
      UPDATE reader_addresses SET hash = ${fresh.hash}, sealed = ${fresh.sealed}
       WHERE id = ${id} AND hash = ${hash} AND NOT EXISTS (SELECT 1 FROM reader_addresses WHERE hash = ${fresh.hash})`,
  )
  return changed > 0 || (await mergeInto(fresh.hash, id)) > 0
}

function mergeInto(hash: string, id: number): Promise<number> {
  return query(
    (client) => client.$executeRaw`
      WITH gone AS (
        SELECT * FROM reader_addresses WHERE id = ${id}
      ), kept AS (
        UPDATE reader_addresses SET verified_at = coalesce(reader_addresses.verified_at, gone.verified_at),
               unsubscribed_at = coalesce(reader_addresses.unsubscribed_at, gone.unsubscribed_at),
               verification_sent_at = greatest(reader_addresses.verification_sent_at, gone.verification_sent_at)
          FROM gone WHERE reader_addresses.hash = ${hash} RETURNING reader_addresses.id
      ), comment AS (
        UPDATE comments SET address_id = kept.id FROM kept WHERE address_id = ${id}
      ), mail AS (
        UPDATE outbox_mails SET address_id = kept.id FROM kept WHERE address_id = ${id}
      ), earlier AS (
        UPDATE reader_addresses SET merged_into_id = kept.id FROM kept WHERE merged_into_id = ${id}
      )
      UPDATE reader_addresses SET hash = 'merged:' || ${id}::integer, sealed = '', verified_at = NULL, merged_into_id = kept.id
        FROM kept WHERE reader_addresses.id = ${id}`,
  )
}
