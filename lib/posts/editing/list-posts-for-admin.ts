import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { queryRows } from '@/lib/db/client'
import { likePattern } from '@/lib/db/like-pattern'
import { Prisma } from '@/lib/generated/prisma/client'
import { isPublic } from '@/lib/posts/is-public'
import {
  type AdminPostSummary,
  type AdminPostsFilter,
  adminPostsPerPage,
  type PostTab,
  postTabs,
} from './admin-posts'
import { isEditableBy } from './post-access'

/** The conditions match those of the indexes. Deleted posts are drafts. */
const tabs: Record<PostTab, Prisma.Sql> = {
  all: Prisma.sql`posts.deleted_at IS NULL`,
  draft: Prisma.sql`posts.draft AND posts.deleted_at IS NULL`,
  scheduled: Prisma.sql`NOT posts.draft AND posts.published_at > now()`,
  published: isPublic,
  deleted: Prisma.sql`posts.draft AND posts.deleted_at IS NOT NULL`,
}

const lastEdited = Prisma.sql`updated_at DESC, id DESC`

/** The order of each tab: last edited, next to be published, newest, last deleted. */
const orders: Record<PostTab, Prisma.Sql> = {
  all: lastEdited,
  draft: lastEdited,
  scheduled: Prisma.sql`published_at, id`,
  published: Prisma.sql`published_at DESC, id DESC`,
  deleted: Prisma.sql`deleted_at DESC, id DESC`,
}

/**
 * The condition for a match: a part of the title or slug (trigram index), or consecutive words of
 * the post. The last word may be incomplete.
 */
const matches = (search: string) =>
  search === ''
    ? Prisma.sql`true`
    : Prisma.sql`(title ILIKE ${likePattern(search)} OR slug ILIKE ${likePattern(search)}
        OR search @@ search_term(${search}, true))`

async function countInTabs(condition: Prisma.Sql): Promise<Record<PostTab, number>> {
  const columns = postTabs.map(
    (tab) => Prisma.sql`
      (SELECT count(*)::integer FROM posts WHERE ${tabs[tab]} AND ${condition})
        AS ${Prisma.raw(tab)}`,
  )
  const [counts] = await queryRows<Record<PostTab, number>>`SELECT ${Prisma.join(columns)}`
  return counts ?? { all: 0, draft: 0, scheduled: 0, published: 0, deleted: 0 }
}

/**
 * Returns one page of the posts or pages of a tab, with the counted views and published comments of
 * each.
 * @returns `counts`, the number of matches in each tab
 * @throws AppError `unauthorized`, `forbidden` for a moderator; DatabaseUnavailable
 */
export async function listPostsForAdmin(
  actor: Actor | undefined,
  { isPage = false, tab, search, page }: AdminPostsFilter,
): Promise<{ posts: AdminPostSummary[]; hasMore: boolean; counts: Record<PostTab, number> }> {
  requireRole(actor, 'writer')
  const condition = Prisma.sql`
    posts.is_page = ${isPage} AND ${isEditableBy(actor)} AND ${matches(search)}`
  const [posts, counts] = await Promise.all([
    // Select the page first, so that views and comments of other posts are not counted.
    queryRows<AdminPostSummary>`
      WITH page AS MATERIALIZED (
        SELECT id FROM posts WHERE ${tabs[tab]} AND ${condition} ORDER BY ${orders[tab]}
          LIMIT ${adminPostsPerPage + 1} OFFSET ${(page - 1) * adminPostsPerPage}
      )
      SELECT id, posts.slug, posts.title, published_at AS "publishedAt",
             updated_at AS "updatedAt", deleted_at AS "deletedAt",
             CASE WHEN deleted_at IS NOT NULL THEN 'deleted' WHEN draft THEN 'draft'
                  WHEN ${isPublic} THEN 'published' ELSE 'scheduled' END AS status,
             copy.post_id IS NOT NULL AS "isChanged", copy.update_at AS "updateAt",
             (SELECT coalesce(sum(views), 0)::float8 FROM view_totals
               WHERE post_id = posts.id) AS views,
             (SELECT count(*)::integer FROM comments
               WHERE post_id = posts.id AND status = 'published') AS comments
        FROM page JOIN posts USING (id)
        LEFT JOIN post_working_copies AS copy ON copy.post_id = id
       ORDER BY ${orders[tab]}`,
    countInTabs(condition),
  ])
  return {
    posts: posts.slice(0, adminPostsPerPage),
    hasMore: posts.length > adminPostsPerPage,
    counts,
  }
}
