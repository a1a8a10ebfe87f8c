import 'server-only'
import type { Prisma } from '@/lib/generated/prisma/client'

/** Within so many minutes one person's saving is one piece of work: each save takes the place of the last. */
const oneWorkMinutes = 10
/** Versions kept of a post: the first, the published ones, and the newest of the others. */
const versionsMax = 200

/**
 * Keeps what a post says now as a version, and thins out those before. Of continuous work by one person there remains
 * one version for each ten minutes, the last of them. To be called in the transaction of the save, when it is written,
 * and once before it: what a post said before it was ever saved in the admin area is a version, too.
 *
 * @param staffId who saved it; null for a file
 * @param takesPlace whether it may take the place of the last version
 */
export async function keepVersion(
  transaction: Prisma.TransactionClient,
  postId: number,
  staffId: string | null,
  takesPlace = false,
): Promise<void> {
  if (takesPlace && staffId !== null) await dropLastOfSameWork(transaction, postId, staffId)
  await transaction.$executeRaw`
    INSERT INTO post_versions (post_id, revision, slug, title, summary, content, tags, cover, cover_alt, staff_id, saved_at)
    SELECT id, revision, slug, title, summary, content, coalesce(tags, '{}'), cover, cover_alt, ${staffId}, updated_at
      FROM posts WHERE id = ${postId}
        ON CONFLICT (post_id, revision) DO NOTHING`
  await transaction.$executeRaw`
    WITH versions AS (
      SELECT id, published OR revision = (SELECT min(revision) FROM post_versions WHERE post_id = ${postId}) AS stays, revision
        FROM post_versions WHERE post_id = ${postId}
    )
    DELETE FROM post_versions WHERE id IN (
      SELECT id FROM versions WHERE NOT stays ORDER BY revision DESC
      OFFSET greatest(1, ${versionsMax} - (SELECT count(*) FROM versions WHERE stays)))`
}

/** The version before the last one says when this piece of work began. The first of all is never dropped. */
async function dropLastOfSameWork(
  transaction: Prisma.TransactionClient,
  postId: number,
  staffId: string,
): Promise<void> {
  await transaction.$executeRaw`
    WITH newest AS (
      SELECT id, staff_id, published, lead(saved_at) OVER (ORDER BY revision DESC) AS before, row_number() OVER (ORDER BY revision DESC) AS place
        FROM post_versions WHERE post_id = ${postId}
    )
    DELETE FROM post_versions WHERE id IN (
      SELECT id FROM newest
       WHERE place = 1 AND staff_id = ${staffId} AND NOT published AND before > now() - ${oneWorkMinutes} * interval '1 minute')`
}
