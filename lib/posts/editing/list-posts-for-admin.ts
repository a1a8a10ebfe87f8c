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

/** A draft; or, if `isChanged`, a published post with unpublished changes. */
type UnfinishedPost = Pick<AdminPostSummary, 'id' | 'title' | 'updatedAt' | 'isChanged'>

/** The conditions match those of the indexes. Deleted posts are drafts. */
const tabs: Record<PostTab, Prisma.Sql> = {
  all: Prisma.sql`posts.deleted_at IS NULL`,
  draft: Prisma.sql`posts.draft AND posts.deleted_at IS NULL`,
  scheduled: Prisma.sql`NOT posts.draft AND posts.published_at > now()`,
  published: isPublic,
  deleted: Prisma.sql`posts.draft AND posts.deleted_at IS NOT NULL`,
}

/** The time of the latest save, which may be that of unpublished changes. */
const editedAt = Prisma.sql`coalesce(copy.saved_at, posts.updated_at)`

const withCopies = Prisma.sql`LEFT JOIN post_working_copies AS copy ON copy.post_id = posts.id`

const lastEdited = Prisma.sql`${editedAt} DESC, id DESC`

/**
 * The order of each tab: as in Ghost, unpublished posts before the newest published ones; last
 * edited; next to be published; newest; last deleted.
 */
const orders: Record<PostTab, Prisma.Sql> = {
  all: Prisma.sql`(${isPublic}),
    CASE WHEN ${isPublic} THEN posts.published_at ELSE ${editedAt} END DESC, id DESC`,
  draft: lastEdited,
  scheduled: Prisma.sql`published_at, id`,
  published: Prisma.sql`published_at DESC, id DESC`,
  deleted: Prisma.sql`deleted_at DESC, id DESC`,
}

/**
 * The posts that match: a part of the title or slug (trigram index), consecutive words of the post,
 * of which the last may be incomplete, or a part of its unpublished changes. Separate queries, so
 * that each uses its index; the planner ignores what it costs to read the words of all posts.
 */
function matching(search: string): Prisma.Sql {
  const pattern = likePattern(search)
  return Prisma.sql`matching AS MATERIALIZED (
    SELECT id FROM posts WHERE title ILIKE ${pattern} OR slug ILIKE ${pattern}
     UNION ALL SELECT id FROM posts WHERE search @@ search_term(${search}, true)
     UNION ALL SELECT post_id FROM post_working_copies
      WHERE title ILIKE ${pattern} OR slug ILIKE ${pattern} OR content ILIKE ${pattern})`
}

async function countInTabs(
  condition: Prisma.Sql,
  search: string,
): Promise<Record<PostTab, number>> {
  const columns = postTabs.map(
    (tab) => Prisma.sql`
      (SELECT count(*)::integer FROM posts WHERE ${tabs[tab]} AND ${condition})
        AS ${Prisma.raw(tab)}`,
  )
  const [counts] = await queryRows<Record<PostTab, number>>`
    WITH ${matching(search)} SELECT ${Prisma.join(columns)}`
  return counts ?? { all: 0, draft: 0, scheduled: 0, published: 0, deleted: 0 }
}

/**
 * Returns the posts and pages that a staff member edited last and has not finished: drafts, and
 * those with unpublished changes.
 * @param max number of posts and pages
 * @returns `drafts`, the number of all drafts of posts
 * @throws AppError `unauthorized`, `forbidden` for a moderator; DatabaseUnavailable
 */
export async function listUnfinishedPosts(actor: Actor | undefined, max: number) {
  requireRole(actor, 'writer')
  const [posts, counts] = await Promise.all([
    queryRows<UnfinishedPost>`
      SELECT id, coalesce(copy.title, posts.title) AS title, ${editedAt} AS "updatedAt",
             NOT draft AS "isChanged"
        FROM posts ${withCopies}
       WHERE (${tabs.draft} OR copy.post_id IS NOT NULL AND ${tabs.all}) AND ${isEditableBy(actor)}
       ORDER BY ${lastEdited} LIMIT ${max}`,
    countInTabs(Prisma.sql`NOT posts.is_page AND ${isEditableBy(actor)}`, ''),
  ])
  return { posts, drafts: counts.draft }
}

/**
 * Returns one page of the posts or pages of a tab, with the counted views and published comments of
 * each. Title and time of editing are those of the unpublished changes, if there are any.
 * @returns `counts`, the number of matches in each tab
 * @throws AppError `unauthorized`, `forbidden` for a moderator; DatabaseUnavailable
 */
export async function listPostsForAdmin(
  actor: Actor | undefined,
  { isPage = false, tab, search, page }: AdminPostsFilter,
): Promise<{ posts: AdminPostSummary[]; hasMore: boolean; counts: Record<PostTab, number> }> {
  requireRole(actor, 'writer')
  const isMatch =
    search === '' ? Prisma.sql`true` : Prisma.sql`posts.id IN (SELECT id FROM matching)`
  const condition = Prisma.sql`
    posts.is_page = ${isPage} AND ${isEditableBy(actor)} AND ${isMatch}`
  const [posts, counts] = await Promise.all([
    // Select the page first, so that views and comments of other posts are not counted.
    queryRows<AdminPostSummary>`
      WITH ${matching(search)}, page AS MATERIALIZED (
        SELECT id FROM posts ${withCopies}
         WHERE ${tabs[tab]} AND ${condition} ORDER BY ${orders[tab]}
         LIMIT ${adminPostsPerPage + 1} OFFSET ${(page - 1) * adminPostsPerPage}
      )
      SELECT id, posts.slug, coalesce(copy.title, posts.title) AS title,
             published_at AS "publishedAt", ${editedAt} AS "updatedAt", deleted_at AS "deletedAt",
             CASE WHEN deleted_at IS NOT NULL THEN 'deleted' WHEN draft THEN 'draft'
                  WHEN ${isPublic} THEN 'published' ELSE 'scheduled' END AS status,
             copy.post_id IS NOT NULL AS "isChanged", copy.update_at AS "updateAt",
             (SELECT coalesce(sum(views), 0)::float8 FROM view_totals
               WHERE post_id = posts.id) AS views,
             (SELECT count(*)::integer FROM comments
               WHERE post_id = posts.id AND status = 'published') AS comments
        FROM page JOIN posts USING (id) ${withCopies}
       ORDER BY ${orders[tab]}`,
    countInTabs(condition, search),
  ])
  return {
    posts: posts.slice(0, adminPostsPerPage),
    hasMore: posts.length > adminPostsPerPage,
    counts,
  }
}
