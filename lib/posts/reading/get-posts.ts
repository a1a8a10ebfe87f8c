import 'server-only'
import { query } from '@/lib/db/client'
import { isPublic } from '@/lib/posts/is-public'
import { type Post, type PostSummary, postsPerPage } from '@/lib/posts/post'
import { commentsClosed } from '@/lib/settings/comments-closed'
import { newestPosts } from './newest-posts'
import { publicCommentCount, publicCount } from './public-count'

/**
 * A public post; where a slug is one the post had before, the slug it has now; undefined where there is none.
 * @throws DatabaseUnavailable
 */
export async function getPost(
  slug: string,
): Promise<{ post: Post } | { movedTo: string } | undefined> {
  // PostgreSQL has no NUL in its text: it would be a fault, where it is only a slug nobody has.
  if (slug.includes('\0')) return undefined
  const [post] = await query(
    (client) => client.$queryRaw<Post[]>`
      SELECT id, slug, title, summary, content, coalesce(tags, '{}') AS tags, cover, cover_alt AS "coverAlt",
             published_at AS "publishedAt", updated_at AS "updatedAt", ${commentsClosed} AS "commentsClosed"
        FROM posts WHERE slug = ${slug} AND ${isPublic}`,
  )
  if (post) return { post }
  const redirect = await query((client) =>
    client.postRedirect.findFirst({
      where: { slug, post: { draft: false, publishedAt: { lte: new Date() } } },
      select: { post: { select: { slug: true } } },
    }),
  )
  return redirect ? { movedTo: redirect.post.slug } : undefined
}

/**
 * One page of the list of public posts, newest first, with what readers made of each.
 *
 * @param page counted from 1; one beyond the last is empty
 * @param tag only those that have it
 * @returns `pages`, how many there are, at least 1; `total`, of posts on all of them
 * @throws DatabaseUnavailable
 */
export async function listPosts(
  page: number,
  tag?: string,
): Promise<{ posts: PostSummary[]; pages: number; total: number }> {
  // PostgreSQL has no NUL in its text: no post has such a tag.
  if (tag?.includes('\0')) return { posts: [], pages: 1, total: 0 }
  const listed = newestPosts({ tag, most: postsPerPage, skipped: (page - 1) * postsPerPage })
  const [posts, [count]] = await Promise.all([
    query(
      // The page is cut out first, by an index: what is said of a post is asked of none of those before it.
      (client) => client.$queryRaw<PostSummary[]>`
        WITH page AS MATERIALIZED (${listed})
        SELECT slug, title, summary, coalesce(tags, '{}') AS tags, cover, cover_alt AS "coverAlt",
               published_at AS "publishedAt", updated_at AS "updatedAt",
               (SELECT coalesce(sum(views), 0)::float8 FROM view_totals WHERE post_id = posts.id) AS views,
               ${publicCommentCount} AS comments
          FROM page JOIN posts USING (id)
         ORDER BY published_at DESC, id DESC`,
    ),
    countListed(tag),
  ])
  const total = count?.total ?? 0
  return { posts, pages: Math.max(1, Math.ceil(total / postsPerPage)), total }
}

/** Of a tag as of all: the sum that the database keeps, less the posts whose time has not come. */
function countListed(tag: string | undefined): Promise<{ total: number }[]> {
  return query((client) =>
    tag === undefined
      ? client.$queryRaw`SELECT ${publicCount} AS total`
      : client.$queryRaw`
          SELECT posts - (SELECT count(*)::integer FROM post_tags WHERE post_tags.tag = ${tag} AND published_at > now()) AS total
            FROM tag_counts WHERE tag = ${tag}`,
  )
}
