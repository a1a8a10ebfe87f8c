import 'server-only'
import { queryRows } from '@/lib/db/client'
import { isListed } from '@/lib/posts/is-public'
import { newestPosts } from './public-posts'

export type PostLink = { slug: string; title: string; summary: string; publishedAt: Date }
/** The links from a post to other posts. */
export type AdjacentPosts = {
  older: PostLink | undefined
  newer: PostLink | undefined
  related: PostLink[]
}

const relatedMax = 3
/** Number of posts to compare: the newest that share a tag, and the newest of all. */
const candidatesMax = { sharingATag: 100, newest: 50 }

/**
 * Returns the posts before and after a post, and the most similar ones: those with the most shared
 * tags, then with the most shared words in title and summary. It takes one query, whose cost does
 * not grow with the blog.
 * @param id the id of a public post
 * @throws DatabaseUnavailable
 */
export async function getAdjacentPosts(id: number): Promise<AdjacentPosts> {
  const rows = await queryRows<PostLink & { place: 'older' | 'newer' | 'related' }>`
    WITH here AS (
      SELECT id, published_at, coalesce(tags, '{}') AS tags,
             -- Matches any of the words instead of all.
             replace(plainto_tsquery('english', title || ' ' || summary)::text,
                     ' & ', ' | ')::tsquery AS words
        FROM posts WHERE id = ${id}),
    older AS (
      -- Subqueries let the index start here; a join would scan it from its end.
      SELECT posts.* FROM posts
       WHERE ${isListed}
         AND (posts.published_at, posts.id)
             < ((SELECT published_at FROM here), (SELECT id FROM here))
       ORDER BY posts.published_at DESC, posts.id DESC LIMIT 1),
    newer AS (
      SELECT posts.* FROM posts
       WHERE ${isListed}
         AND (posts.published_at, posts.id)
             > ((SELECT published_at FROM here), (SELECT id FROM here))
       ORDER BY posts.published_at, posts.id LIMIT 1),
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
      (${newestPosts({ most: candidatesMax.newest })})),
    weighed AS (
      SELECT posts.*,
             cardinality(ARRAY(SELECT unnest(posts.tags) INTERSECT SELECT unnest(here.tags)))
               AS shared,
             ts_rank(to_tsvector('english', posts.title || ' ' || posts.summary),
                     here.words) AS likeness
        FROM candidates JOIN posts USING (id), here WHERE posts.id <> here.id),
    related AS (
      SELECT * FROM weighed WHERE shared > 0 OR likeness > 0
       ORDER BY shared DESC, likeness DESC, published_at DESC, id DESC LIMIT ${relatedMax})
    SELECT 'older' AS place, 0 AS shared, 0 AS likeness, slug, title, summary,
           published_at AS "publishedAt" FROM older
    UNION ALL SELECT 'newer', 0, 0, slug, title, summary, published_at FROM newer
    UNION ALL SELECT 'related', shared, likeness, slug, title, summary, published_at FROM related
    ORDER BY place, shared DESC, likeness DESC, "publishedAt" DESC`
  const placed = (wanted: string) => rows.filter(({ place }) => place === wanted)
  return { older: placed('older')[0], newer: placed('newer')[0], related: placed('related') }
}
