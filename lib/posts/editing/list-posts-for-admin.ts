import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { boundedCount } from '@/lib/db/bounded-count'
import { query } from '@/lib/db/client'
import { likePattern } from '@/lib/db/like-pattern'
import { Prisma } from '@/lib/generated/prisma/client'
import { isPublic } from '@/lib/posts/is-public'
import { publicCount } from '@/lib/posts/reading/public-count'
import { countMax } from '@/lib/text/count-max'
import {
  type AdminPostSummary,
  type AdminPostsQuestion,
  adminPostsPerPage,
  type PostTab,
  postTabs,
} from './admin-posts'

/** In the words of the indexes. What is deleted is a draft for all who read. */
const tabs: Record<PostTab, Prisma.Sql> = {
  draft: Prisma.sql`posts.draft AND posts.deleted_at IS NULL`,
  scheduled: Prisma.sql`NOT posts.draft AND posts.published_at > now()`,
  published: isPublic,
  deleted: Prisma.sql`posts.draft AND posts.deleted_at IS NOT NULL`,
}

/** On the order of each list: what was worked on last, what comes next, what is newest. */
const orders: Record<PostTab, Prisma.Sql> = {
  draft: Prisma.sql`updated_at DESC, id DESC`,
  scheduled: Prisma.sql`published_at, id`,
  published: Prisma.sql`published_at DESC, id DESC`,
  deleted: Prisma.sql`deleted_at DESC, id DESC`,
}

/** What the index of titles and slugs can be asked for: it knows of three letters in a row. */
const isIndexed = (search: string) => /[\p{L}\p{N}]{3}/u.test(search)

/** By the index of titles and slugs. */
const isFound = (search: string) =>
  Prisma.sql`(title ILIKE ${likePattern(search)} OR slug ILIKE ${likePattern(search)})`

/** The same, so that PostgreSQL can neither use that index nor guess that few have it: it reads the list in its order, as far as it takes. */
const isMetWith = (search: string) =>
  search === ''
    ? Prisma.sql`true`
    : Prisma.sql`CASE WHEN ${isFound(search)} THEN true ELSE false END`

/** Of the first posts of a list, so many are asked whether most posts have what is searched for. */
const asked = 100

/** The index has all places of all posts that are found, and those of what each title has are as many as there are posts: that is counted along the list. */
function countFound(tab: PostTab, search: string): Prisma.Sql {
  const along = boundedCount(
    Prisma.sql`SELECT 1 FROM posts WHERE ${tabs[tab]} AND ${isMetWith(search)} ORDER BY ${orders[tab]}`,
  )
  if (!isIndexed(search)) return along
  const first = Prisma.sql`SELECT title, slug FROM posts WHERE ${tabs[tab]} ORDER BY ${orders[tab]} LIMIT ${asked}::integer`
  return Prisma.sql`
    CASE WHEN (SELECT 2 * count(*) FROM (${first}) AS posts WHERE ${isMetWith(search)}) > ${asked}::integer THEN ${along}
         ELSE ${boundedCount(Prisma.sql`SELECT 1 FROM posts WHERE ${tabs[tab]} AND ${isFound(search)}`)} END`
}

async function countInTabs(search: string): Promise<Record<PostTab, number>> {
  const countOf = (tab: PostTab) => {
    if (search !== '') return countFound(tab, search)
    return tab === 'published'
      ? publicCount
      : Prisma.sql`(SELECT count(*)::integer FROM posts WHERE ${tabs[tab]})`
  }
  const columns = postTabs.map((tab) => Prisma.sql`${countOf(tab)} AS ${Prisma.raw(tab)}`)
  const [counts] = await query(
    (client) => client.$queryRaw<Record<PostTab, number>[]>`SELECT ${Prisma.join(columns)}`,
  )
  return counts ?? { draft: 0, scheduled: 0, published: 0, deleted: 0 }
}

/**
 * One page of the posts of a tab, with what readers made of each: every view that counted, every published comment.
 * @returns `counts`, how many each tab has; of what is searched for, `countMax + 1` for more than that
 * @throws AppError `unauthorized`, `forbidden` for a moderator; DatabaseUnavailable
 */
export async function listPostsForAdmin(
  actor: Actor | undefined,
  { tab, search, page }: AdminPostsQuestion,
): Promise<{ posts: AdminPostSummary[]; hasMore: boolean; counts: Record<PostTab, number> }> {
  requireRole(actor, 'owner')
  const counting = countInTabs(search)
  // What few posts have is found by the index, which has them in no order. Of what many have it would fetch all, to show the
  // newest: those are met with early in the list.
  const isWanted =
    isIndexed(search) && (await counting)[tab] <= countMax ? isFound(search) : isMetWith(search)
  const [posts, counts] = await Promise.all([
    query(
      // The page is cut out first: what readers made of a post is asked of none of those before it.
      (client) => client.$queryRaw<AdminPostSummary[]>`
        WITH page AS MATERIALIZED (
          SELECT id FROM posts WHERE ${tabs[tab]} AND ${isWanted} ORDER BY ${orders[tab]} LIMIT ${adminPostsPerPage + 1} OFFSET ${(page - 1) * adminPostsPerPage}
        )
        SELECT id, slug, title, published_at AS "publishedAt", updated_at AS "updatedAt", deleted_at AS "deletedAt",
               (SELECT coalesce(sum(views), 0)::float8 FROM view_totals WHERE post_id = posts.id) AS views,
               (SELECT count(*)::integer FROM comments WHERE post_id = posts.id AND status = 'published') AS comments
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
