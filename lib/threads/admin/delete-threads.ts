import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { executeSql, query } from '@/lib/db/client'
import { inBatches } from '@/lib/db/in-batches'
import { NotFound } from '@/lib/errors'
import { Prisma } from '@/lib/generated/prisma/client'

/** Rows that one statement deletes directly, far below the query timeout. */
const commentsPerBatch = 1_000
const threadsPerBatch = 100

/**
 * Deletes threads with their comments and views, in batches, so that no statement takes long. If it
 * is interrupted, it can be repeated.
 * @param condition of rows of `threads`, which must be pages of sites
 * @returns the number of threads
 * @throws DatabaseUnavailable
 */
export async function deleteThreads(condition: Prisma.Sql): Promise<number> {
  await inBatches(
    () =>
      executeSql`
      DELETE FROM comments WHERE id = ANY(ARRAY(
        SELECT comments.id FROM threads JOIN comments ON comments.post_id = threads.id
         WHERE ${condition} LIMIT ${commentsPerBatch}))`,
    commentsPerBatch,
  )
  return inBatches(
    () =>
      executeSql`
      DELETE FROM threads WHERE id = ANY(ARRAY(
        SELECT id FROM threads WHERE ${condition} LIMIT ${threadsPerBatch}))`,
    threadsPerBatch,
  )
}

/**
 * Deletes a site with its threads, comments and views. Its hosts, key and webhook are removed
 * first, so that nobody can write in the meantime.
 * @throws NotFound; AppError `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function deleteSite(actor: Actor | undefined, id: number): Promise<void> {
  requireRole(actor, 'owner')
  const [{ count }] = await query((client) =>
    client.$transaction([
      client.site.updateMany({
        where: { id },
        data: { origins: [], keyHash: null, webhookUrl: '' },
      }),
      client.siteHost.deleteMany({ where: { siteId: id } }),
    ]),
  )
  if (count === 0) throw new NotFound('site', id)
  await deleteThreads(Prisma.sql`threads.site_id = ${id}`)
  await query((client) =>
    client.$transaction([
      client.$executeRaw`
        UPDATE staff SET site_ids = array_remove(site_ids, ${id}::integer)
         WHERE ${id} = ANY(site_ids)`,
      client.site.deleteMany({ where: { id } }),
    ]),
  )
}
