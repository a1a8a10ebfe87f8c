import 'server-only'
import { query } from '@/lib/db'
import { unseal } from '@/lib/seal'
import { secrets } from '@/lib/sign'
import { sealAddress } from './reader-address'

const rowsAtOnce = 500

type Row = { id: number; hash: string; sealed: string }

/**
 * Seals what an older secret sealed under the first one, so that the older can be taken out of the configuration. Found
 * by its hash alone: one made under the first secret is as it should be.
 * @returns how many were sealed anew
 * @throws DatabaseAway
 */
export async function resealAddresses(): Promise<number> {
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

async function reseal({ id, hash, sealed }: Row): Promise<boolean> {
  const address = unseal('reader-address', sealed)
  if (address === undefined) return false
  const fresh = sealAddress(address)
  if (fresh.hash === hash) return false
  const changed = await query(
    (client) => client.$executeRaw`
      UPDATE reader_addresses SET hash = ${fresh.hash}, sealed = ${fresh.sealed}
       WHERE id = ${id} AND hash = ${hash} AND NOT EXISTS (SELECT 1 FROM reader_addresses WHERE hash = ${fresh.hash})`,
  )
  return changed > 0
}
