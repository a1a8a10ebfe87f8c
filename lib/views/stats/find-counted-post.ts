import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { query } from '@/lib/db/client'
import { NotFound } from '@/lib/errors'
import { postIdBySlug } from '@/lib/posts/reading/public-posts'

/**
 * Finds a post by its current or a former slug. Includes drafts, which may have been public.
 * @throws AppError `unauthorized`, `forbidden`; NotFound; DatabaseUnavailable
 */
export async function findCountedPost(
  actor: Actor | undefined,
  slug: string,
): Promise<{ id: number; slug: string; title: string }> {
  requireRole(actor, 'owner')
  const [post] = await query(
    (client) => client.$queryRaw<{ id: number; slug: string; title: string }[]>`
      SELECT id, slug, title FROM posts
       WHERE id = ${postIdBySlug(slug)}`,
  )
  if (!post) throw new NotFound('post', slug)
  return post
}
