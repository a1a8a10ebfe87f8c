import 'server-only'
import { queryRows } from '@/lib/db/client'
import { Prisma } from '@/lib/generated/prisma/client'
import { isPublic } from '@/lib/posts/is-public'
import { type Post, type PostSummary, postsPerPage, type SearchOptions } from '@/lib/posts/post'
import { commentsClosed } from '@/lib/settings/comments-closed'
import { publicCommentCount } from '@/lib/threads/public-thread'
import { newestPosts, publicPosts } from './newest-posts'

/** The writer of a row of `posts`; empty for the owner, whose name is in the blog's settings. */
export const authorName = Prisma.sql`
  coalesce((SELECT name FROM staff WHERE staff.id = posts.author_id AND role <> 'owner'), '')`

/** The columns of `Post`. */
export const postColumns = Prisma.sql`
  posts.id, posts.slug, posts.title, posts.summary, posts.content,
  coalesce(posts.tags, '{}') AS tags, posts.cover, posts.cover_alt AS "coverAlt",
  posts.published_at AS "publishedAt", posts.updated_at AS "updatedAt",
  ${authorName} AS author, posts.is_page AS "isPage", ${commentsClosed} AS "commentsClosed"`

const publicPostColumns = Prisma.sql`
  ${postColumns}, posts.meta_title AS "metaTitle", posts.meta_description AS "metaDescription",
  posts.social_image AS "socialImage", posts.canonical, posts.noindex`

/** A public post or page with its search options. */
export type PublicPost = Post & SearchOptions

/**
 * Returns the public post or page that has or had a slug; undefined if there is none.
 * @throws DatabaseUnavailable
 */
export async function getPost(slug: string): Promise<PublicPost | undefined> {
  // PostgreSQL rejects NUL in text, and no slug contains it.
  if (slug.includes('\0')) return undefined
  const [post] = await queryRows<PublicPost>`
    SELECT ${publicPostColumns} FROM posts WHERE posts.slug = ${slug} AND ${isPublic}
    UNION ALL
    SELECT ${publicPostColumns} FROM post_redirects JOIN posts ON posts.id = post_redirects.post_id
     WHERE post_redirects.slug = ${slug} AND ${isPublic}
    LIMIT 1`
  return post
}

/**
 * Returns one page of public posts, newest first, with their views and comments.
 * @param page counted from 1; pages beyond the last are empty
 * @param tag limits the list to posts with this tag
 * @returns the posts; `pages`, the number of pages, at least 1; `total`, the number of posts
 * @throws DatabaseUnavailable
 */
export async function listPosts(page: number, tag?: string) {
  const listed = newestPosts(postsPerPage, tag, (page - 1) * postsPerPage)
  const [posts, [count]] = await Promise.all([
    // Select the page with an index first, so that views and comments of other posts are not
    // counted.
    queryRows<PostSummary>`
      WITH page AS MATERIALIZED (${listed})
      SELECT slug, title, summary, coalesce(tags, '{}') AS tags, cover, cover_alt AS "coverAlt",
             published_at AS "publishedAt", updated_at AS "updatedAt",
             (SELECT coalesce(sum(views), 0)::float8 FROM view_totals
               WHERE post_id = posts.id) AS views,
             ${publicCommentCount()} AS comments
        FROM page JOIN posts USING (id)
       ORDER BY published_at DESC, id DESC`,
    queryRows<{ total: number }>`
      SELECT count(*)::integer AS total FROM (${publicPosts(tag)}) AS public_posts`,
  ])
  const total = count?.total ?? 0
  return { posts, pages: Math.max(1, Math.ceil(total / postsPerPage)), total }
}
