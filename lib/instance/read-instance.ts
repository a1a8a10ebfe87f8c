import 'server-only'
import type { z } from 'zod'
import { decrypt } from '@/lib/crypto/encrypt'
import { query } from '@/lib/db/client'
import { keysetPages, pageRows } from '@/lib/db/keyset-pages'
import { navigationInput, readBlogOptions } from '@/lib/settings/blog-input'
import { unsetBlog } from '@/lib/settings/get-blog'
import type {
  exportedBlock,
  exportedImage,
  exportedLinkPreview,
  exportedPost,
  exportedReader,
  exportedSettings,
  exportedSite,
} from './instance-format'

/** A database row, in which times are dates. */
type RowOf<Schema extends z.ZodType> = z.output<Schema>

/** @throws DatabaseUnavailable */
export async function readSettings(): Promise<RowOf<typeof exportedSettings>> {
  const row = await query((client) => client.blogSettings.findUnique({ where: { id: 1 } }))
  const { name, author, description, language, timeZone, navigation } = row ?? unsetBlog
  return {
    ...{ name, author, description, language, time_zone: timeZone },
    navigation: navigationInput.safeParse(navigation).data ?? [],
    comments_off: row?.commentsOff ?? false,
    comments_close_after_days: row?.commentsCloseAfterDays ?? null,
    options: readBlogOptions(row?.options),
  }
}

/** @throws DatabaseUnavailable */
export async function readSites(): Promise<RowOf<typeof exportedSite>[]> {
  return query(
    (client) => client.$queryRaw`
      SELECT name, origins, ARRAY(SELECT host FROM site_hosts WHERE site_id = sites.id
          ORDER BY host COLLATE "C") AS hosts, language, webhook_url, new_pages_per_day, created_at
        FROM sites ORDER BY id`,
  )
}

/** @throws DatabaseUnavailable */
export async function readBlocklist(): Promise<RowOf<typeof exportedBlock>[]> {
  return query(
    (client) => client.$queryRaw`
      SELECT kind::text, value, verdict::text, note, expires_at, created_at
        FROM comment_blocks WHERE kind <> 'network' ORDER BY id`,
  )
}

/**
 * Returns the columns of posts that their Markdown files lack, in order of creation.
 * @param files the paths of the files by the id of the post
 * @throws DatabaseUnavailable
 */
export async function readPostColumns(
  files: ReadonlyMap<number, string>,
): Promise<RowOf<typeof exportedPost>[]> {
  const rows = await query(
    (client) => client.$queryRaw<(Omit<RowOf<typeof exportedPost>, 'file'> & { id: number })[]>`
      SELECT id, slug, comments_closed, comments_close_after_days,
        ARRAY(SELECT slug FROM post_redirects WHERE post_id = posts.id ORDER BY slug COLLATE "C")
          AS redirects, created_at, updated_at
        FROM posts WHERE id = ANY(${[...files.keys()]}::integer[]) ORDER BY id`,
  )
  return rows.map(({ id, ...row }) => ({ file: files.get(id) ?? '', ...row }))
}

/** @throws DatabaseUnavailable */
export async function readImages(): Promise<
  (RowOf<typeof exportedImage> & { in_bucket: boolean })[]
> {
  return query(
    (client) => client.$queryRaw`
      SELECT id, width, height, bytes, is_moving, added_at, in_bucket FROM images
       ORDER BY added_at, id`,
  )
}

type LinkPreviewRow = RowOf<typeof exportedLinkPreview>

/** Yields all link previews in batches. @throws DatabaseUnavailable */
export const readLinkPreviewRows = () =>
  keysetPages<LinkPreviewRow>((last) =>
    query(
      (client) => client.$queryRaw`
        SELECT url, title, description, image, site_name, final_url, favicon, fetched_at,
               fresh_until, failure_code, failure_detail, failures, used_at
          FROM link_previews WHERE url COLLATE "C" > ${last?.url ?? ''}
         ORDER BY url COLLATE "C" LIMIT ${pageRows}`,
    ),
  )

type ReaderRow = Omit<RowOf<typeof exportedReader>, 'address'> & { id: number; sealed: string }

/**
 * Yields the readers whose addresses are confirmed or unsubscribed, in batches. Other addresses are
 * exported with the comments.
 * @throws DatabaseUnavailable
 */
export async function* readReaders(): AsyncGenerator<RowOf<typeof exportedReader>[]> {
  const pages = keysetPages<ReaderRow>((last) =>
    query(
      (client) => client.$queryRaw`
        SELECT id, sealed, verified_at, unsubscribed_at FROM reader_addresses
         WHERE id > ${last?.id ?? 0} AND merged_into_id IS NULL
           AND (verified_at IS NOT NULL OR unsubscribed_at IS NOT NULL)
         ORDER BY id LIMIT ${pageRows}`,
    ),
  )
  for await (const rows of pages)
    yield rows.flatMap(({ id: _, sealed, ...row }) => {
      const address = decrypt('reader-address', sealed)
      return address === undefined ? [] : [{ address, ...row }]
    })
}

type ViewRow = { id: number; slug: string; day: string; views: number }

/**
 * Yields the views per thread and day, including imported ones, in batches, in the form that
 * `views:import` accepts. Views of deleted posts are left out.
 * @throws DatabaseUnavailable
 */
export const readViews = () =>
  keysetPages<ViewRow>((last) =>
    query(
      (client) => client.$queryRaw`
        SELECT threads.id, threads.slug, day::text, sum(views)::float8 AS views
          FROM view_counts JOIN threads ON threads.id = post_id
          LEFT JOIN posts ON posts.id = threads.id
         WHERE (post_id, day) > (${last?.id ?? 0}, ${last?.day ?? '0001-01-01'}::date)
           AND (site_id IS NOT NULL OR (posts.id IS NOT NULL AND posts.deleted_at IS NULL))
         GROUP BY threads.id, post_id, day HAVING sum(views) > 0
         ORDER BY post_id, day LIMIT ${pageRows}`,
    ),
  )
