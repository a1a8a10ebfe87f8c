import type { ProvedPostgres } from '@/tools/prove/machines/postgres'
import { pictureOf, postColumns, tagsOf, versionText } from './post-words'

const kind = 'timed'

/**
 * By their numbers, which stand in their slugs, too: as long as those of most that a blog grows by, and beyond them. Half of
 * them begin as the admin area's search for “number 77” wants it, which is more than a page.
 */
export const filledPosts = { first: 76_775, last: 77_224 }

/** Those that are numbered. */
export const isFilled = `slug ~ '^${kind}-[0-9]+$'`
/** Their numbers. */
export const numberOfPost = `substring(slug FROM '[0-9]+$')::integer`

/** Of threads as many tell as a search ranks, and as many do not; what few have fills a page, and pictures fill two. */
const each = { thread: 2, picture: 8, seldom: 16 }

/**
 * Posts over ten years that are as those that a blog grows by: enough for two hundred lines of `/llms.txt`, for four hundred
 * tags, for all that a search ranks, for pages of each list, and for two pages of pictures.
 */
export async function fillPosts(sql: ProvedPostgres['sql'], seedTag: string): Promise<void> {
  const { first, last } = filledPosts
  await sql(
    `INSERT INTO posts (slug, title, summary, content, tags, published_at, shown_at)
     SELECT '${kind}-' || n, ${postColumns(kind, 'n', each)}, ${tagsOf('n', seedTag)}, now() - (n - ${first - 1}) * interval '8 days', now()
       FROM generate_series(${first}, ${last}) AS n`,
  )
  await sql(
    `INSERT INTO post_links (post_id, url) SELECT id, substring(content FROM 'https://example.org/${kind}/[0-9]+') FROM posts WHERE ${isFilled}`,
  )
  await sql(
    `UPDATE link_previews SET title = 'A page that many link to', description = 'What it says of itself.', fetched_at = now(), fresh_until = now() + interval '7 days'
      WHERE url LIKE '%/${kind}/%'`,
  )
  await sql(
    `INSERT INTO post_versions (post_id, revision, slug, title, summary, content, tags, cover, cover_alt, saved_at, published)
     SELECT id, 1, slug, 'A post of many', '', ${versionText}, '{}', '', '', published_at, true FROM posts WHERE ${isFilled}`,
  )
  const pictures = `generate_series(${Math.ceil(first / each.picture)}, ${Math.floor(last / each.picture)}) AS n`
  await sql(
    `INSERT INTO images (id, width, height, bytes, is_moving, in_bucket, added_at)
     SELECT ${pictureOf('n')}, 800, 600, 1024, false, false, now() - n * interval '40 hours' FROM ${pictures}`,
  )
  await sql(
    `INSERT INTO image_files (image_id, width, bytes) SELECT ${pictureOf('n')}, 800, decode(repeat(md5(n::text), 32), 'hex') FROM ${pictures}`,
  )
}
