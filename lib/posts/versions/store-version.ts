import 'server-only'
import { Prisma } from '@/lib/generated/prisma/client'
import { contentColumns, editedPosts } from '@/lib/posts/editing/get-edited-post'
import { isPublic } from '@/lib/posts/is-public'

const content = Prisma.raw(contentColumns.join())

/** Saves by one person within this many minutes replace each other's version. */
const sessionMinutes = 10
/** Maximum number of versions: the first, the published ones, and the newest others. */
const versionsMax = 200

/**
 * Stores the content of a post or its working copy as a version, marks a published version, and
 * deletes superseded ones. Continuous work by one person keeps only the last version of every ten
 * minutes. Call it in the transaction of the save, once before and once after writing. The first
 * call keeps content that predates the admin area.
 * @param staffId the person who saved it; null if unknown, for a file, and for content that is
 * already stored
 * @param replacesLast allows it to replace the last version
 */
export async function storeVersion(
  transaction: Prisma.TransactionClient,
  postId: number,
  staffId: string | null,
  replacesLast = false,
): Promise<void> {
  if (replacesLast && staffId !== null) await deleteLastOfSession(transaction, postId, staffId)
  await transaction.$executeRaw`
    INSERT INTO post_versions (post_id, revision, ${content}, staff_id, saved_at, published)
    SELECT id, revision, ${content}, ${staffId},
      CASE WHEN ${staffId}::text IS NULL THEN updated_at ELSE now() END,
      ${isPublic} AND NOT is_changed
      FROM ${editedPosts} WHERE id = ${postId}
        ON CONFLICT (post_id, revision)
        DO UPDATE SET published = post_versions.published OR excluded.published`
  await transaction.$executeRaw`
    WITH versions AS (
      SELECT id, revision, published OR revision = (
               SELECT min(revision) FROM post_versions WHERE post_id = ${postId}) AS stays
        FROM post_versions WHERE post_id = ${postId}
    )
    DELETE FROM post_versions WHERE id IN (
      SELECT id FROM versions WHERE NOT stays ORDER BY revision DESC
      OFFSET greatest(1, ${versionsMax} - (SELECT count(*) FROM versions WHERE stays)))`
}

/**
 * Deletes the last version if it belongs to the same session. The version before it shows when the
 * session began. The very first version is never deleted.
 */
async function deleteLastOfSession(
  transaction: Prisma.TransactionClient,
  postId: number,
  staffId: string,
): Promise<void> {
  await transaction.$executeRaw`
    WITH newest AS (
      SELECT id, staff_id, published, lead(saved_at) OVER (ORDER BY revision DESC) AS before,
        row_number() OVER (ORDER BY revision DESC) AS place
        FROM post_versions WHERE post_id = ${postId}
    )
    DELETE FROM post_versions WHERE id IN (
      SELECT id FROM newest
       WHERE place = 1 AND staff_id = ${staffId} AND NOT published
         AND before > now() - ${sessionMinutes} * interval '1 minute')`
}
