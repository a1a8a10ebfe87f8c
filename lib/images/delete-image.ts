import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { query } from '@/lib/db/client'
import { AppError } from '@/lib/errors'
import { widthsOf } from '@/lib/markdown/own-image'
import { storeOf } from './store'

/**
 * Deletes an image that no post shows, neither a draft nor a deleted one that can come back. (What a post said before
 * may show it still, and shows its alt text then.) Whether one does is looked at in the same statement.
 *
 * @throws AppError `unauthorized`, `forbidden` for a moderator, `image-in-use` where a post shows it, or it is gone; DatabaseUnavailable
 */
export async function deleteImage(actor: Actor | undefined, id: string): Promise<void> {
  requireRole(actor, 'owner')
  const [deleted] = await query(
    (client) => client.$queryRaw<{ width: number; inBucket: boolean }[]>`
      DELETE FROM images
       WHERE id = ${id} AND NOT EXISTS (SELECT 1 FROM posts WHERE post_images(content, cover) @> ARRAY[${id}])
      RETURNING width, in_bucket AS "inBucket"`,
  )
  if (!deleted)
    throw new AppError('image-in-use', 'A post shows this image, or it is not there any more.')
  await storeOf(deleted).remove(id, widthsOf(deleted.width))
}
