import 'server-only'
import { queryRows } from '@/lib/db/client'
import type { Post } from '@/lib/posts/post'
import { newestPosts } from './newest-posts'

export type NextPost = Pick<Post, 'slug' | 'title' | 'summary' | 'cover' | 'coverAlt'>

/** Number of posts to compare: the newest that share a tag, and the newest of all. */
const candidatesMax = { sharingATag: 100, newest: 50 }

/**
 * Returns the post to read after another one: the most similar one, which shares the most tags,
 * then the most words in title and summary; otherwise the newest. It takes one query, whose cost
 * does not grow with the blog.
 * @param id the id of a public post
 * @returns undefined if there is no other post
 * @throws DatabaseUnavailable
 */
export async function getNextPost(id: number): Promise<NextPost | undefined> {
  const [post] = await queryRows<NextPost>`
    WITH here AS (
      SELECT id, coalesce(tags, '{}') AS tags,
             -- Matches any of the words instead of all.
             replace(plainto_tsquery('english', title || ' ' || summary)::text,
                     ' & ', ' | ')::tsquery AS words
        FROM posts WHERE id = ${id}),
    candidates AS (
      -- One lookup per tag, since the index is ordered within each tag.
      (SELECT id FROM (
         SELECT DISTINCT newest.id, newest.published_at
           FROM here, unnest(here.tags) AS shared, LATERAL (
             SELECT post_id AS id, post_tags.published_at FROM post_tags
              WHERE tag = shared AND post_tags.published_at <= now()
              ORDER BY post_tags.published_at DESC, post_id DESC
              LIMIT ${candidatesMax.sharingATag}) AS newest) AS sharing
        ORDER BY published_at DESC, id DESC LIMIT ${candidatesMax.sharingATag})
      UNION
      (${newestPosts(candidatesMax.newest)}))
    SELECT slug, title, summary, cover, cover_alt AS "coverAlt"
      FROM candidates JOIN posts USING (id), here WHERE posts.id <> here.id
     ORDER BY cardinality(ARRAY(SELECT unnest(posts.tags) INTERSECT SELECT unnest(here.tags))) DESC,
              ts_rank(to_tsvector('english', posts.title || ' ' || posts.summary), here.words) DESC,
              posts.published_at DESC, posts.id DESC
     LIMIT 1`
  return post
}
