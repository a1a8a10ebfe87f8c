import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { query } from '@/lib/db/client'
import { slugFromTitle } from '@/lib/posts/post-slug'
import { findFreeSlug } from './change-slug'

/**
 * Creates an empty draft.
 * @returns its id
 * @throws AppError `unauthorized`, `forbidden` for a moderator; DatabaseUnavailable
 */
export async function createPost(actor: Actor | undefined): Promise<number> {
  requireRole(actor, 'owner')
  const { id } = await query((client) =>
    client.$transaction(async (transaction) => {
      // Concurrent calls wait here, so that they choose different slugs.
      await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('posts: a new slug'))`
      const slug = await findFreeSlug(transaction, slugFromTitle(''))
      return transaction.post.create({
        data: { slug, title: '', content: '', tags: [], draft: true, publishedAt: new Date() },
      })
    }),
  )
  return id
}
