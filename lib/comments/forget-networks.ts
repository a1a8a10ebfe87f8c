import 'server-only'
import { query } from '@/lib/db/client'
import { batchRows, inBatches } from '@/lib/db/in-batches'
import { deleteOldSalts, networkKeptHours } from '@/lib/network-hash/daily-salt'

/**
 * Deletes the network hashes of comments and reports older than 48 hours, their salts, and expired
 * blocks. The salts go first: without them no hash can be traced, even if a later step fails.
 * @throws DatabaseUnavailable
 */
export async function forgetNetworks(at = new Date()) {
  const before = new Date(at.getTime() - networkKeptHours * 3_600_000)
  const salts = await deleteOldSalts(at)
  const where = { networkHash: { not: null }, createdAt: { lt: before } }
  const limit = batchRows
  const comments = await inBatches(async () => {
    const data = { networkHash: null, networkKey: null }
    return (await query((client) => client.comment.updateMany({ where, data, limit }))).count
  })
  const reports = await inBatches(async () => {
    const data = { networkHash: null }
    return (await query((client) => client.commentReport.updateMany({ where, data, limit }))).count
  })
  const blocks = await query((client) =>
    client.commentBlock.deleteMany({ where: { expiresAt: { lt: at } } }),
  )
  return { salts, comments, reports, blocks: blocks.count }
}
