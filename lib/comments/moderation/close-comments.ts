import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { executeSql } from '@/lib/db/client'
import { NotFound } from '@/lib/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { isPageSlug } from '@/lib/threads/thread-slug'
import { isModeratedBy } from './moderated-sites'

/**
 * Closes or opens the comments of a post or page. The number of days of a post or the settings may
 * still close them.
 * @throws NotFound; AppError `unauthorized`; DatabaseUnavailable
 */
export const closeComments = (actor: Actor | undefined, slug: string, closed: boolean) =>
  isPageSlug(slug)
    ? update(actor, slug, 'threads', Prisma.sql`closed = ${closed}`)
    : update(actor, slug, 'posts', Prisma.sql`comments_closed = ${closed}`)

/**
 * Sets the days after publication when comments close; null restores the number of the blog.
 * @throws NotFound; AppError `unauthorized`; DatabaseUnavailable
 */
export const closeCommentsAfter = (actor: Actor | undefined, slug: string, days: number | null) =>
  update(actor, slug, 'posts', Prisma.sql`comments_close_after_days = ${days}`)

/** Does not change `updated_at`, because readers see the same post. */
async function update(
  actor: Actor | undefined,
  slug: string,
  table: 'posts' | 'threads',
  assignment: Prisma.Sql,
): Promise<void> {
  requireRole(actor, 'moderator')
  const rows = Prisma.raw(table)
  const count = await executeSql`
    UPDATE ${rows} SET ${assignment} WHERE slug = ${slug}
      AND ${isModeratedBy(actor, Prisma.sql`${rows}.id`)}`
  if (count === 0) throw new NotFound('post', slug)
}
