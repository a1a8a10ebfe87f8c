import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { query } from '@/lib/db/client'
import { AppError, InvalidInput, NotFound } from '@/lib/errors'
import { errorText, validationText } from '@/lib/i18n/error-text'
import { keepVersion } from '@/lib/posts/versions/keep-version'
import type { PostState } from './edited-post'
import { lockPost, stateOfPost } from './get-edited-post'

/** The new slug and state of a post. */
type PostPlace = { slug: string; state: PostState }

/**
 * Publishes a post now, or schedules it. A post that was public before keeps its date, since it is
 * not new to readers.
 * @param at a time in the future; for a published post, its new date, which may be in the past
 * @throws InvalidInput without a title, and for a past time of a post that is not published;
 * NotFound; AppError `unauthorized`, `forbidden` for a moderator; DatabaseUnavailable
 */
export async function publishPost(
  actor: Actor | undefined,
  id: number,
  at?: Date,
): Promise<PostPlace> {
  requireRole(actor, 'owner')
  return query((client) =>
    client.$transaction(async (transaction) => {
      const post = await lockPost(transaction, id)
      if (post.title === '')
        throw new InvalidInput([{ field: 'title', message: validationText('titleToPublish') }])
      // Use the clock of the database, which decides what is public. The column rounds to
      // milliseconds, and must not round into the future.
      await transaction.$executeRaw`
        UPDATE posts
           SET draft = false, updated_at = now(),
               published_at = coalesce(${at ?? null}::timestamptz,
                 CASE WHEN ${post.wasPublic} AND published_at <= now() THEN published_at
                   ELSE date_trunc('milliseconds', now()) END)
         WHERE id = ${id}`
      const [place] = await transaction.$queryRaw<PostPlace[]>`
        UPDATE posts SET shown_at = CASE WHEN published_at <= now() THEN now() ELSE shown_at END
         WHERE id = ${id} RETURNING slug, ${stateOfPost} AS state`
      if (!place) throw new NotFound('post', id)
      if (at && place.state === 'published' && post.state !== 'published')
        throw new InvalidInput([{ field: 'at', message: validationText('futureTime') }])
      await keepVersion(transaction, id, null)
      await transaction.postVersion.updateMany({
        where: { postId: id, revision: post.revision },
        data: { published: true },
      })
      return place
    }),
  )
}

/**
 * Turns a published or scheduled post into a draft again. It keeps its comments and views.
 * @throws NotFound; AppError `edit-conflict`, `unauthorized`, `forbidden` for a moderator;
 * DatabaseUnavailable
 */
export async function unpublishPost(actor: Actor | undefined, id: number): Promise<PostPlace> {
  requireRole(actor, 'owner')
  return query((client) =>
    client.$transaction(async (transaction) => {
      const post = await lockPost(transaction, id)
      if (post.state === 'draft') throw new AppError('edit-conflict', errorText('notDraft'))
      // A post may have been public before the timer recorded it.
      await transaction.post.update({
        where: { id },
        data: { draft: true, ...(post.wasPublic && { shownAt: new Date() }) },
      })
      return { slug: post.slug, state: 'draft' }
    }),
  )
}
