import type { TestPostgres } from '@/tools/prove/machines/postgres'
import { pictureOf, postColumns, tagsOf, versionText } from './post-text'

const kind = 'timed'

/**
 * The numbers in the slugs of the added posts. They are as long as most numbers added by growth and
 * lie beyond them. Half start with “77”, so that the admin search for “number 77” finds more than a
 * page.
 */
export const filledPosts = { first: 76_775, last: 77_224 }

/** SQL condition for the numbered posts. */
export const isFilled = `slug ~ '^${kind}-[0-9]+$'`
/** SQL for the number of a post. */
export const numberOfPost = `substring(slug FROM '[0-9]+$')::integer`

/**
 * Half of the posts mention threads, as many as search ranks. The rare word fills one page, and
 * images fill two.
 */
const each = { thread: 2, picture: 8, rareEvery: 16 }

/**
 * Adds posts over ten years that resemble those added by growth. They suffice for 200 lines of
 * `/llms.txt`, 400 tags, a full search ranking, several pages of each list, and two pages of
 * images.
 */
export async function fillPosts(sql: TestPostgres['sql'], seedTag: string): Promise<void> {
  const { first, last } = filledPosts
  await sql(
    `INSERT INTO posts (slug, title, summary, content, tags, published_at, shown_at)
     SELECT '${kind}-' || n, ${postColumns(kind, 'n', each)}, ${tagsOf('n', seedTag)},
       now() - (n - ${first - 1}) * interval '8 days', now()
       FROM generate_series(${first}, ${last}) AS n`,
  )
  await sql(
    `INSERT INTO post_links (post_id, url)
     SELECT id, substring(content FROM 'https://example.org/${kind}/[0-9]+') FROM posts
       WHERE ${isFilled}`,
  )
  await sql(
    `UPDATE link_previews SET title = 'A linked page',
     description = 'A description of the page.', final_url = url, fetched_at = now(),
     fresh_until = now() + interval '7 days'
      WHERE url LIKE '%/${kind}/%'`,
  )
  await sql(
    `INSERT INTO post_versions (post_id, revision, slug, title, summary, content, tags, cover,
     cover_alt, saved_at, published)
     SELECT id, 1, slug, 'A post of many', '', ${versionText}, '{}', '', '', published_at, true
       FROM posts WHERE ${isFilled}`,
  )
  const pictures = `generate_series(${Math.ceil(first / each.picture)},
                    ${Math.floor(last / each.picture)}) AS n`
  await sql(
    `INSERT INTO images (id, width, height, bytes, is_moving, in_bucket, added_at)
     SELECT ${pictureOf('n')}, 800, 600, 1024, false, false, now() - n * interval '40 hours'
       FROM ${pictures}`,
  )
  await sql(
    `INSERT INTO image_files (image_id, width, bytes)
     SELECT ${pictureOf('n')}, 800, decode(repeat(md5(n::text), 32), 'hex') FROM ${pictures}`,
  )
}
