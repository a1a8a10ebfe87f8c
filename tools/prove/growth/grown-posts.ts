import type { Growing, Grown } from './grown-rows'
import { cardOf, pictureOf, postColumns, tagsOf, versionText } from './post-text'

const kind = 'grown'

/**
 * Returns the rows of posts, one every four hours until now, with their versions, slugs, files,
 * cards and images.
 */
export function grownPosts({ posts, lastPost }: Growing, seedTag: string): Grown[] {
  const id = `${lastPost} + 1 + n`
  const some = (each: number) => Math.ceil(posts / each)
  return [
    {
      table: 'posts',
      columns: 'id, slug, title, summary, content, tags, published_at, shown_at',
      rows: posts,
      select: (
        numbers,
      ) => `SELECT ${id}, '${kind}-' || n, ${postColumns(kind, 'n')}, ${tagsOf('n', seedTag)},
                                   now() - n * interval '4 hours', now() FROM ${numbers}`,
    },
    {
      // A trigger would add these, but triggers are off while the rows are added.
      table: 'threads',
      columns: 'id, slug, title, created_at',
      rows: posts,
      select: (numbers) =>
        `SELECT id, slug, title, created_at FROM ${numbers} JOIN posts ON posts.id = ${id}`,
    },
    {
      table: 'link_previews',
      columns: 'url, title, description, site_name, final_url, fetched_at, fresh_until, in_posts',
      rows: some(2),
      select: (numbers) => `SELECT url, 'A linked page, number ' || n, 'A description of the page.',
            'Example', url, now(), now() + interval '7 days', true
                              FROM ${numbers},
                                LATERAL (SELECT ${cardOf(kind, 'n * 2')} AS url) AS card`,
    },
    {
      table: 'post_links',
      columns: 'post_id, url',
      rows: posts,
      select: (numbers) => `SELECT ${id}, ${cardOf(kind, 'n')} FROM ${numbers}`,
    },
    {
      table: 'post_versions',
      columns:
        'post_id, revision, slug, title, summary, content, tags, ' +
        'cover, cover_alt, saved_at, published',
      rows: posts,
      select: (
        numbers,
      ) => `SELECT ${id}, 1, '${kind}-' || n, 'A post of many', '', ${versionText}, '{}', '', '',
                                   now() - n * interval '4 hours', true FROM ${numbers}`,
    },
    {
      table: 'post_redirects',
      columns: 'slug, post_id',
      rows: some(10),
      select: (numbers) => `SELECT 'once-' || n, ${lastPost} + 1 + n * 10 FROM ${numbers}`,
    },
    {
      table: 'post_files',
      columns: 'post_id, path, source',
      rows: some(10),
      select: (numbers) =>
        `SELECT ${lastPost} + 1 + n * 10, '${kind}-' || n || '.md', ${versionText} FROM ${numbers}`,
    },
    {
      table: 'images',
      columns: 'id, width, height, bytes, is_moving, in_bucket, added_at',
      rows: some(10),
      select: (numbers) =>
        `SELECT ${pictureOf('n')}, 800, 600, 1024, false, false, now() - n * interval '40 hours'
         FROM ${numbers}`,
    },
    {
      table: 'image_files',
      columns: 'image_id, width, bytes',
      rows: some(10),
      select: (numbers) =>
        `SELECT ${pictureOf('n')}, 800, decode(repeat(md5(n::text), 32), 'hex') FROM ${numbers}`,
    },
  ]
}
