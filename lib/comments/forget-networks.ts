import 'server-only'
import { query } from '@/lib/db/client'
import { batchRows, inBatches } from '@/lib/db/in-batches'
import { deleteOldSalts, networkKeptHours } from '@/lib/network-hash/delete-old-salts'

/** Number of affected rows of each kind. */
export type ForgottenNetworks = { salts: number; comments: number; reports: number; blocks: number }

/**
 * Deletes the network hashes of comments and reports older than 48 hours, their salts, and expired
 * blocks. The salts go first: without them no hash can be traced, even if a later step fails.
 * @throws DatabaseUnavailable
 */
export async function forgetNetworks(at = new Date()): Promise<ForgottenNetworks> {
  const before = new Date(at.getTime() - networkKeptHours * 3_600_000)
  const salts = await deleteOldSalts(at)
  const comments = await inBatches(() =>
    query(
      (client) => client.$executeRaw`
        UPDATE comments SET network_hash = NULL, network_key = NULL
         WHERE id IN (SELECT id FROM comments WHERE network_hash IS NOT NULL
           AND created_at < ${before} ORDER BY created_at LIMIT ${batchRows})`,
    ),
  )
  const reports = await inBatches(() =>
    query(
      (client) => client.$executeRaw`
        UPDATE comment_reports SET network_hash = NULL
         WHERE id IN (SELECT id FROM comment_reports WHERE network_hash IS NOT NULL
           AND created_at < ${before} ORDER BY created_at LIMIT ${batchRows})`,
    ),
  )
  const blocks = await query(
    (client) => client.$executeRaw`DELETE FROM comment_blocks WHERE expires_at < ${at}`,
  )
  return { salts, comments, reports, blocks }
}
