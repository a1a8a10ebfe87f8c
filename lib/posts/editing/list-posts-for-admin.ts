import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { boundedCount } from '@/lib/db/bounded-count'
import { query } from '@/lib/db/client'
import { likePattern } from '@/lib/db/like-pattern'
import { Prisma } from '@/lib/generated/prisma/client'
import { isPublic } from '@/lib/posts/is-public'
import { countMax } from '@/lib/text/count-max'
import {
  type AdminPostSummary,
  type AdminPostsQuestion,
  adminPostsPerPage,
  type PostTab,
  postTabs,
} from './admin-posts'

/** The conditions match those of the indexes. Deleted posts are drafts. */
const tabs: Record<PostTab, Prisma.Sql> = {
  draft: Prisma.sql`posts.draft AND posts.deleted_at IS NULL`,
  scheduled: Prisma.sql`NOT posts.draft AND posts.published_at > now()`,
  published: isPublic,
  deleted: Prisma.sql`posts.draft AND posts.deleted_at IS NOT NULL`,
}

/** The order of each tab: last edited, next to be published, newest, last deleted. */
const orders: Record<PostTab, Prisma.Sql> = {
  draft: Prisma.sql`updated_at DESC, id DESC`,
  scheduled: Prisma.sql`published_at, id`,
  published: Prisma.sql`published_at DESC, id DESC`,
  deleted: Prisma.sql`deleted_at DESC, id DESC`,
}

/** Returns whether the trigram index supports a search, which requires three letters in a row. */
const isIndexed = (search: string) => /[\p{L}\p{N}]{3}/u.test(search)

/** The condition for a match, which can use the trigram index. */
const matchesByIndex = (search: string) =>
  Prisma.sql`(title ILIKE ${likePattern(search)} OR slug ILIKE ${likePattern(search)})`

/**
 * The same condition, hidden from the planner. PostgreSQL then neither uses the trigram index nor
 * assumes few matches, but reads the list in order until it has enough.
 */
const matchesByScan = (search: string) =>
  search === ''
    ? Prisma.sql`true`
    : Prisma.sql`CASE WHEN ${matchesByIndex(search)} THEN true ELSE false END`

/** Number of posts at the top of a list that are checked to estimate how common a match is. */
const sampleSize = 100

/**
 * Returns SQL that counts the matches in a tab. For a common search, the index returns about as
 * many entries as there are posts, so the list is scanned instead.
 */
function countFound(tab: PostTab, search: string): Prisma.Sql {
  const along = boundedCount(
    Prisma.sql`SELECT 1 FROM posts WHERE ${tabs[tab]} AND ${matchesByScan(search)}
      ORDER BY ${orders[tab]}`,
  )
  if (!isIndexed(search)) return along
  const byIndex = boundedCount(
    Prisma.sql`SELECT 1 FROM posts WHERE ${tabs[tab]} AND ${matchesByIndex(search)}`,
  )
  const first = Prisma.sql`SELECT title, slug FROM posts WHERE ${tabs[tab]} ORDER BY ${orders[tab]}
    LIMIT ${sampleSize}::integer`
  return Prisma.sql`
    CASE WHEN (SELECT 2 * count(*) FROM (${first}) AS posts WHERE ${matchesByScan(search)})
              > ${sampleSize}::integer THEN ${along}
         ELSE ${byIndex} END`
}

async function countInTabs(search: string): Promise<Record<PostTab, number>> {
  const countOf = (tab: PostTab) =>
    search === ''
      ? Prisma.sql`(SELECT count(*)::integer FROM posts WHERE ${tabs[tab]})`
      : countFound(tab, search)
  const columns = postTabs.map((tab) => Prisma.sql`${countOf(tab)} AS ${Prisma.raw(tab)}`)
  const [counts] = await query(
    (client) => client.$queryRaw<Record<PostTab, number>[]>`SELECT ${Prisma.join(columns)}`,
  )
  return counts ?? { draft: 0, scheduled: 0, published: 0, deleted: 0 }
}

/**
 * Returns one page of the posts of a tab, with the counted views and published comments of each.
 * @returns `counts`, the number of posts in each tab; for a search, `countMax + 1` means more
 * @throws AppError `unauthorized`, `forbidden` for a moderator; DatabaseUnavailable
 */
export async function listPostsForAdmin(
  actor: Actor | undefined,
  { tab, search, page }: AdminPostsQuestion,
): Promise<{ posts: AdminPostSummary[]; hasMore: boolean; counts: Record<PostTab, number> }> {
  requireRole(actor, 'owner')
  const counting = countInTabs(search)
  // The index suits a rare search, but returns matches without order. For a common search it would
  // fetch all of them, while the list reaches the newest matches early.
  const matches =
    isIndexed(search) && (await counting)[tab] <= countMax
      ? matchesByIndex(search)
      : matchesByScan(search)
  const [posts, counts] = await Promise.all([
    query(
      // Select the page first, so that views and comments of other posts are not counted.
      (client) => client.$queryRaw<AdminPostSummary[]>`
        WITH page AS MATERIALIZED (
          SELECT id FROM posts WHERE ${tabs[tab]} AND ${matches} ORDER BY ${orders[tab]}
            LIMIT ${adminPostsPerPage + 1} OFFSET ${(page - 1) * adminPostsPerPage}
        )
        SELECT id, slug, title, published_at AS "publishedAt", updated_at AS "updatedAt",
               deleted_at AS "deletedAt",
               (SELECT coalesce(sum(views), 0)::float8 FROM view_totals
                 WHERE post_id = posts.id) AS views,
               (SELECT count(*)::integer FROM comments
                 WHERE post_id = posts.id AND status = 'published') AS comments
          FROM page JOIN posts USING (id)
         ORDER BY ${orders[tab]}`,
    ),
    counting,
  ])
  return {
    posts: posts.slice(0, adminPostsPerPage),
    hasMore: posts.length > adminPostsPerPage,
    counts,
  }
}
