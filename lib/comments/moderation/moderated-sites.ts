import 'server-only'
import { type Actor, hasRole, requireRole } from '@/lib/auth/actor'
import { query, queryRows } from '@/lib/db/client'
import { Prisma } from '@/lib/generated/prisma/client'
import { threadIdBySlug } from '@/lib/threads/public-thread'

/** The id of the blog itself in lists of sites. */
export const blogSiteId = 0

/**
 * Returns the condition for threads of some sites, on a column with the id of a thread. The planner
 * can start from the threads of a small site, or walk the newest comments for a large one.
 */
export function isOfSites(threadId: Prisma.Sql, siteIds: readonly number[]): Prisma.Sql {
  const isOfBlog = siteIds.includes(blogSiteId) ? Prisma.sql`OR site_id IS NULL` : Prisma.empty
  return Prisma.sql`${threadId} IN (SELECT moderated.id FROM threads AS moderated
    WHERE site_id = ANY(${[...siteIds]}::integer[]) ${isOfBlog})`
}

/**
 * Returns the condition for comments that a staff member may see and change. Every statement on
 * behalf of staff contains it.
 * @param threadId a column with the id of the thread
 */
export function isModeratedBy(
  actor: Actor,
  threadId: Prisma.Sql = Prisma.sql`comments.post_id`,
): Prisma.Sql {
  if (!hasRole(actor, 'moderator')) return Prisma.sql`false`
  return actor.siteIds === null ? Prisma.sql`true` : isOfSites(threadId, actor.siteIds)
}

/**
 * Returns true if a staff member may moderate the comments of a post or page.
 * @throws DatabaseUnavailable
 */
export async function mayModerate(actor: Actor, slug: string): Promise<boolean> {
  if (hasRole(actor, 'moderator of all sites')) return true
  const [row] = await queryRows<{ may: boolean }>`
    SELECT ${isModeratedBy(actor, Prisma.sql`(${threadIdBySlug(slug)})`)} AS may`
  return row?.may ?? false
}

/** A site by which lists of comments can be filtered. */
export type ModeratedSite = { id: number; name: string }

/**
 * Lists the sites that a staff member may moderate, by name. The blog itself is not included.
 * @throws AppError `unauthorized`; DatabaseUnavailable
 */
export async function listModeratedSites(actor: Actor | undefined): Promise<ModeratedSite[]> {
  requireRole(actor, 'moderator')
  const where = actor.siteIds === null ? {} : { id: { in: [...actor.siteIds] } }
  return query((client) =>
    client.site.findMany({ where, select: { id: true, name: true }, orderBy: [{ name: 'asc' }] }),
  )
}
