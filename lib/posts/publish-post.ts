import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { query } from '@/lib/db'
import { AppError, InvalidInput, NotFound } from '@/lib/errors'
import { lockPost } from './edited-post-row'
import { keepVersion } from './keep-version'

/** Who reads a post from now on, and what it is called. */
export type PostPlace = { slug: string; state: 'draft' | 'scheduled' | 'published' }

/**
 * Publishes a post, at once or when its time comes. One that readers had before and that is published again keeps its
 * day: it is no news to them.
 *
 * @param at a time to come; one that is over is its day, and publishes at once
 * @throws InvalidInput where it has no title; NotFound; AppError `unauthorized`, `forbidden` for a moderator; DatabaseAway
 */
export async function publishPost(actor: Actor | undefined, id: number, at?: Date): Promise<PostPlace> {
  requireRole(actor, 'owner')
  return query((client) =>
    client.$transaction(async (transaction) => {
      const post = await lockPost(transaction, id)
      if (!post) throw new NotFound('post', id)
      if (post.title === '') throw new InvalidInput([{ field: 'title', message: 'must not be empty where a post is published' }])
      const now = new Date()
      const publishedAt = at ?? (post.wasPublic && post.publishedAt <= now ? post.publishedAt : now)
      const isShown = publishedAt <= now
      await transaction.post.update({ where: { id }, data: { draft: false, publishedAt, shownAt: isShown ? now : null } })
      await keepVersion(transaction, id, null)
      await transaction.postVersion.updateMany({ where: { postId: id, revision: post.revision }, data: { published: true } })
      return { slug: post.slug, state: isShown ? 'published' : 'scheduled' }
    }),
  )
}

/**
 * Takes a post back from its readers, or from its schedule: it is a draft again. What was said and counted stays with it.
 * @throws NotFound; AppError `unauthorized`, `forbidden` for a moderator; DatabaseAway
 */
export async function unpublishPost(actor: Actor | undefined, id: number): Promise<PostPlace> {
  requireRole(actor, 'owner')
  return query((client) =>
    client.$transaction(async (transaction) => {
      const post = await lockPost(transaction, id)
      if (!post) throw new NotFound('post', id)
      if (post.state === 'draft') throw new AppError('changed-meanwhile', 'The post is a draft already.')
      // Readers may have had one that no timer has come by for yet.
      const shownAt = post.wasPublic ? new Date() : null
      await transaction.post.update({ where: { id }, data: { draft: true, shownAt } })
      return { slug: post.slug, state: 'draft' }
    }),
  )
}
