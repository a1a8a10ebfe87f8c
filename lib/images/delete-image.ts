import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { queryRows } from '@/lib/db/client'
import { AppError } from '@/lib/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { errorText } from '@/lib/i18n/error-text'
import { widthsOf } from '@/lib/markdown/own-image'
import { isUsedElsewhere, postsWithImage } from './list-images'
import { deleteFiles } from './store'

/**
 * Deletes an image that is not the logo or the picture of the blog and that no post uses, not even
 * a draft, an unpublished change, or a deleted post that can be restored.
 * @throws AppError `unauthorized`, `forbidden` for a moderator, `image-in-use` if it is in use
 * or no longer exists; DatabaseUnavailable
 */
export async function deleteImage(actor: Actor | undefined, id: string): Promise<void> {
  requireRole(actor, 'owner')
  const [deleted] = await queryRows<{ width: number; inBucket: boolean }>`
    DELETE FROM images
     WHERE id = ${id}
       AND NOT EXISTS (${postsWithImage(Prisma.sql`${id}`)})
       AND NOT ${isUsedElsewhere(Prisma.sql`${id}`)}
    RETURNING width, in_bucket AS "inBucket"`
  if (!deleted) throw new AppError('image-in-use', errorText('imageInUse'))
  await deleteFiles(deleted.inBucket, id, widthsOf(deleted.width))
}
