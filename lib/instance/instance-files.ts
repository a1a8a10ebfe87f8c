/**
 * The files of a complete export, as `npm run export` writes them, with the statements that read
 * and write their rows. After an interruption, any of the rows and files may already exist.
 */
import 'server-only'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { findStaff } from '@/lib/auth/find-staff'
import { staffAddressHashes } from '@/lib/auth/staff-address'
import { foldBlock } from '@/lib/comments/screening/blocklist'
import { decrypt, encrypt } from '@/lib/crypto/encrypt'
import { executeSql, query, queryRows } from '@/lib/db/client'
import { keysetPages, pageRows } from '@/lib/db/keyset-pages'
import { Prisma } from '@/lib/generated/prisma/client'
import { bucket, putFiles } from '@/lib/images/store'
import { addressHashes, encryptAddress } from '@/lib/mail/reader-address'
import { blogOptions, navigationInput, readBlogOptions } from '@/lib/settings/blog-input'
import { unsetBlog } from '@/lib/settings/get-blog'
import { newWebhookSecret } from '@/lib/webhooks/sign-webhook'

/** The content of `afterword.json`, which is written last and makes an export complete. */
export const instanceHead = { format: 'afterword-instance', version: 1 } as const

const time = z.iso.datetime().transform((text) => new Date(text))

/** Lists the columns of a file, which are named like those of the table. */
const columnsOf = ({ shape }: z.ZodObject) => Prisma.raw(Object.keys(shape).join(', '))

/** Adds rows to a table unless they exist. */
async function insert(table: string, rows: object[]): Promise<void> {
  const [name, columns] = [table, Object.keys(rows[0] ?? {}).join(', ')].map(Prisma.raw)
  if (rows.length === 0) return
  await executeSql`
    INSERT INTO ${name} (${columns}) SELECT ${columns}
      FROM jsonb_populate_recordset(NULL::${name}, ${JSON.stringify(rows)}::jsonb)
    ON CONFLICT DO NOTHING`
}

/** `settings.json`. */
export const settingsFile = z.object({
  name: z.string(),
  author: z.string(),
  description: z.string(),
  language: z.string(),
  time_zone: z.string(),
  navigation: navigationInput,
  comments_off: z.boolean(),
  comments_close_after_days: z.int().positive().nullable(),
  /** Absent in exports of earlier versions. */
  options: blogOptions.prefault({}),
})

/** Returns the content of `settings.json`. @throws DatabaseUnavailable */
export async function readSettings(): Promise<z.output<typeof settingsFile>> {
  const row = await query((client) => client.blogSettings.findUnique({ where: { id: 1 } }))
  const { name, author, description, language, timeZone, navigation } = row ?? unsetBlog
  return {
    name,
    author,
    description,
    language,
    time_zone: timeZone,
    navigation: navigationInput.safeParse(navigation).data ?? [],
    comments_off: row?.commentsOff ?? false,
    comments_close_after_days: row?.commentsCloseAfterDays ?? null,
    options: readBlogOptions(row?.options),
  }
}

/** Stores the settings. @throws DatabaseUnavailable */
export async function writeSettings(settings: z.output<typeof settingsFile>): Promise<void> {
  await query((client) => client.blogSettings.deleteMany())
  await insert('blog_settings', [{ id: 1, ...settings, updated_at: new Date() }])
}

/** An entry of `sites.json`. Keys and webhook secrets are not exported. */
export const siteEntry = z.object({
  name: z.string(),
  origins: z.array(z.string()),
  hosts: z.array(z.string()),
  language: z.string(),
  webhook_url: z.string(),
  new_pages_per_day: z.int().nonnegative(),
  created_at: time,
})

/** Returns the entries of `sites.json`. @throws DatabaseUnavailable */
export const readSites = (): Promise<z.output<typeof siteEntry>[]> => queryRows`
    SELECT name, origins, ARRAY(SELECT host FROM site_hosts WHERE site_id = sites.id
        ORDER BY host COLLATE "C") AS hosts, language, webhook_url, new_pages_per_day, created_at
      FROM sites ORDER BY id`

/**
 * Adds sites. Their webhooks get new secrets.
 * @throws DatabaseUnavailable
 */
export async function writeSites(sites: z.output<typeof siteEntry>[]): Promise<void> {
  for (const { name, origins, hosts, language, webhook_url: webhookUrl, ...site } of sites) {
    const data = {
      name,
      origins,
      language,
      webhookUrl,
      webhookSecret: webhookUrl === '' ? '' : encrypt('webhook-secret', newWebhookSecret()),
      newPagesPerDay: site.new_pages_per_day,
      createdAt: site.created_at,
      hosts: { create: hosts.map((host) => ({ host })) },
    }
    // Every site has hosts. In an empty instance, only an interrupted import can have added some.
    await query(async (client) => {
      const known = await client.siteHost.count({ where: { host: { in: hosts } } })
      if (known === 0) await client.site.create({ data })
    })
  }
}

/** An entry of `blocklist.json`. Networks are not exported: only their hashes are stored. */
export const blockEntry = z.object({
  kind: z.enum(['word', 'name', 'domain']),
  value: z.string(),
  verdict: z.enum(['pending', 'spam']),
  note: z.string(),
  expires_at: time.nullable(),
  created_at: time,
})

/** Returns the entries of `blocklist.json`. @throws DatabaseUnavailable */
export const readBlocklist = (): Promise<z.output<typeof blockEntry>[]> => queryRows`
    SELECT ${columnsOf(blockEntry)} FROM comment_blocks WHERE kind <> 'network' ORDER BY id`

/** Stores the missing blocks. @throws DatabaseUnavailable */
export const writeBlocklist = (blocks: z.output<typeof blockEntry>[]): Promise<void> =>
  insert(
    'comment_blocks',
    blocks.map((block) => ({ ...block, folded: foldBlock(block.kind, block.value) })),
  )

/** Metadata for search engines and social networks. Earlier versions did not export them. */
const searchFields = {
  meta_title: z.string().nullish(),
  meta_description: z.string().nullish(),
  social_image: z.string().nullish(),
  canonical: z.string().nullish(),
  noindex: z.boolean().nullish(),
}

/** The content of a post that a revision or unpublished changes may have. */
const contentFields = {
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  content: z.string(),
  tags: z.array(z.string()),
  cover: z.string(),
  cover_alt: z.string(),
  ...searchFields,
}

const timeWithOffset = z.iso.datetime({ offset: true })

/** The unpublished changes of a published post. */
const workingCopy = z.object({
  ...contentFields,
  saved_at: timeWithOffset,
  update_at: timeWithOffset.nullable(),
})

/** An entry of `posts.json`, in order of creation: the data that the Markdown file lacks. */
export const postEntry = z.object({
  /** The path below `posts/`. */
  file: z.string(),
  slug: z.string(),
  comments_closed: z.boolean(),
  comments_close_after_days: z.int().positive().nullable(),
  /** Former slugs. */
  redirects: z.array(z.string()),
  created_at: time,
  updated_at: time,
  // Earlier versions exported none of the following.
  ...searchFields,
  /** The e-mail address of the author. */
  author: z.string().nullable().default(null),
  /** The last revision of the post in `post-versions.jsonl`. */
  revision: z.int().positive().optional(),
  working_copy: workingCopy.nullable().default(null),
})

type PostEntry = z.output<typeof postEntry>

/**
 * Returns the entries of `posts.json`.
 * @param files the paths of the Markdown files by post id
 * @throws DatabaseUnavailable
 */
export async function readPosts(files: ReadonlyMap<number, string>): Promise<PostEntry[]> {
  const rows = await queryRows<Omit<PostEntry, 'file'> & { id: number }>`
    SELECT id, slug, comments_closed, comments_close_after_days,
      (SELECT sealed_email FROM staff WHERE staff.id = author_id) AS author,
      ARRAY(SELECT slug FROM post_redirects WHERE post_id = posts.id ORDER BY slug COLLATE "C")
        AS redirects, created_at, updated_at, meta_title, meta_description, social_image,
      canonical, noindex, revision, (SELECT to_jsonb(copy) - 'post_id'
        FROM post_working_copies AS copy WHERE post_id = posts.id) AS working_copy
      FROM posts WHERE id = ANY(${[...files.keys()]}::integer[]) ORDER BY id`
  return rows.map(({ id, author, ...row }) => ({
    file: files.get(id) ?? '',
    ...row,
    author: author && (decrypt('staff-address', author) ?? null),
  }))
}

/**
 * Sets the columns of a post that its Markdown file lacks.
 * @throws DatabaseUnavailable
 */
export async function writePost(post: PostEntry): Promise<void> {
  const { slug, redirects, created_at: createdAt, updated_at: updatedAt, working_copy: copy } = post
  await query((client) =>
    client.$transaction([
      client.$executeRaw`
        UPDATE posts SET comments_closed = ${post.comments_closed}, created_at = ${createdAt},
          comments_close_after_days = ${post.comments_close_after_days}, updated_at = ${updatedAt},
          meta_title = ${post.meta_title ?? ''}, meta_description = ${post.meta_description ?? ''},
          social_image = ${post.social_image ?? ''}, canonical = ${post.canonical ?? ''},
          noindex = ${post.noindex ?? false}, revision = coalesce(${post.revision}, revision),
          author_id = coalesce((SELECT id FROM staff
            WHERE email = ANY(${staffAddressHashes(post.author ?? '')}::text[]) LIMIT 1), author_id)
         WHERE slug = ${slug}`,
      // The import stored a version that is among the exported ones.
      client.$executeRaw`
        DELETE FROM post_versions USING posts
         WHERE post_id = posts.id AND posts.slug = ${slug} AND ${post.revision !== undefined}`,
      client.$executeRaw`UPDATE threads SET created_at = ${createdAt} WHERE slug = ${slug}`,
      client.$executeRaw`
        INSERT INTO post_redirects (slug, post_id)
        SELECT redirect, posts.id FROM posts, unnest(${redirects}::text[]) AS redirect
         WHERE posts.slug = ${slug} ON CONFLICT DO NOTHING`,
    ]),
  )
  if (!copy) return
  const { id } = await query((client) => client.post.findUniqueOrThrow({ where: { slug } }))
  await insert('post_working_copies', [{ post_id: id, ...copy }])
}

/** A line of `post-versions.jsonl`: the content of a post at one revision. */
export const versionLine = z.object({
  /** The current slug of the post. */
  post: z.string(),
  /** The e-mail address of the person who saved it. */
  staff: z.string().nullable(),
  revision: z.int().positive(),
  ...contentFields,
  saved_at: time,
  published: z.boolean(),
})

type VersionLine = z.output<typeof versionLine>

/** Yields the versions of all posts in batches. @throws DatabaseUnavailable */
export async function* readVersions(): AsyncGenerator<VersionLine[]> {
  type Row = VersionLine & { id: unknown; post_id: number; staff_id: unknown }
  const pages = keysetPages<Row>(
    (last) => queryRows`
        SELECT posts.slug AS post, sealed_email AS staff, versions.*
          FROM post_versions AS versions JOIN posts ON posts.id = post_id
          LEFT JOIN staff ON staff.id = staff_id
         WHERE (post_id, versions.revision) > (${last?.post_id ?? 0}, ${last?.revision ?? 0})
           AND deleted_at IS NULL
         ORDER BY post_id, versions.revision LIMIT ${pageRows}`,
  )
  for await (const rows of pages)
    yield rows.map(({ id: _, post_id: __, staff_id: ___, staff, ...row }) => ({
      ...row,
      staff: staff && (decrypt('staff-address', staff) ?? null),
    }))
}

/** Stores the versions of posts that exist. @throws DatabaseUnavailable */
export async function writeVersions(rows: VersionLine[]): Promise<void> {
  const { idByAddress } = await findStaff()
  const posts = await queryRows<{ id: number; slug: string }>`
    SELECT id, slug FROM posts WHERE slug = ANY(${rows.map(({ post }) => post)})`
  const ids = new Map(posts.map(({ id, slug }) => [slug, id]))
  await insert(
    'post_versions',
    rows.flatMap(({ post, staff, ...version }) => {
      const postId = ids.get(post)
      if (postId === undefined) return []
      return [{ post_id: postId, staff_id: idByAddress.get(staff ?? '') ?? null, ...version }]
    }),
  )
}

/** An entry of `images.json`. Its files are `images/ID-WIDTH.webp`. */
export const imageEntry = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  width: z.int().positive(),
  height: z.int().positive(),
  bytes: z.int().nonnegative(),
  is_moving: z.boolean(),
  added_at: time,
})

type ImageEntry = z.output<typeof imageEntry>

/** Returns the entries of `images.json`. @throws DatabaseUnavailable */
export const readImages = (): Promise<(ImageEntry & { in_bucket: boolean })[]> => queryRows`
    SELECT ${columnsOf(imageEntry)}, in_bucket FROM images ORDER BY added_at, id`

/**
 * Stores an image and its files. Writes the widest file last.
 * @returns false if the widest file does not match the image's id
 * @throws AppError `storage-unavailable`; DatabaseUnavailable
 */
export async function writeImage(
  image: ImageEntry,
  files: { width: number; bytes: Buffer }[],
): Promise<boolean> {
  const hash = createHash('sha256').update(files.at(-1)?.bytes ?? '')
  if (hash.digest('hex').slice(0, 32) !== image.id) return false
  const inBucket = bucket() !== undefined
  await putFiles(inBucket, image.id, files)
  await insert('images', [{ ...image, in_bucket: inBucket }])
  return true
}

/** A line of `link-previews.jsonl`. */
export const linkPreviewLine = z.object({
  url: z.string(),
  title: z.string(),
  description: z.string(),
  image: z.string(),
  site_name: z.string(),
  final_url: z.string(),
  favicon: z.string(),
  fetched_at: time.nullable(),
  fresh_until: time,
  failure_code: z.string().nullable(),
  failure_detail: z.string().nullable(),
  failures: z.int(),
  used_at: time,
})

/** Yields all link previews in batches. @throws DatabaseUnavailable */
export const readLinkPreviews = () =>
  keysetPages<z.output<typeof linkPreviewLine>>(
    (last) => queryRows`
        SELECT ${columnsOf(linkPreviewLine)} FROM link_previews
         WHERE url COLLATE "C" > ${last?.url ?? ''} ORDER BY url COLLATE "C" LIMIT ${pageRows}`,
  )

/** Stores the missing link previews. @throws DatabaseUnavailable */
export const writeLinkPreviews = (rows: z.output<typeof linkPreviewLine>[]): Promise<void> =>
  insert('link_previews', rows)

/** A line of `readers.jsonl`: a reader who confirmed an e-mail address or unsubscribed. */
export const readerLine = z.object({
  address: z.string(),
  verified_at: time.nullable(),
  unsubscribed_at: time.nullable(),
  /** The slugs of the threads that the reader follows. */
  follows: z.array(z.string()).default([]),
})

type ReaderLine = z.output<typeof readerLine>

/**
 * Yields the readers whose addresses are confirmed or unsubscribed, in batches. Other addresses are
 * exported with the comments.
 * @throws DatabaseUnavailable
 */
export async function* readReaders(): AsyncGenerator<ReaderLine[]> {
  type Row = Omit<ReaderLine, 'address'> & { id: number; encrypted: string }
  const pages = keysetPages<Row>(
    (last) => queryRows`
        SELECT id, sealed AS encrypted, verified_at, unsubscribed_at,
               ARRAY(SELECT slug FROM thread_follows JOIN threads ON threads.id = thread_id
                 WHERE address_id = reader_addresses.id AND confirmed_at IS NOT NULL
                 ORDER BY slug COLLATE "C") AS follows
          FROM reader_addresses
         WHERE id > ${last?.id ?? 0} AND merged_into_id IS NULL
           AND (verified_at IS NOT NULL OR unsubscribed_at IS NOT NULL)
         ORDER BY id LIMIT ${pageRows}`,
  )
  for await (const rows of pages)
    yield rows.flatMap(({ id: _, encrypted, ...row }) => {
      const address = decrypt('reader-address', encrypted)
      return address === undefined ? [] : [{ address, ...row }]
    })
}

/**
 * Stores which e-mail addresses are confirmed, which are unsubscribed, and what they follow.
 * @throws DatabaseUnavailable
 */
export async function writeReaders(rows: ReaderLine[]): Promise<void> {
  for (const {
    address,
    verified_at: verifiedAt,
    unsubscribed_at: unsubscribedAt,
    ...row
  } of rows) {
    // A reader may have unsubscribed since an interrupted import.
    const values = { ...(verifiedAt && { verifiedAt }), ...(unsubscribedAt && { unsubscribedAt }) }
    const hashes = addressHashes(address)
    const where = { hash: { in: hashes } }
    await query(async (client) => {
      const { count } = await client.readerAddress.updateMany({ where, data: values })
      if (count === 0)
        await client.readerAddress.create({ data: { ...encryptAddress(address), ...values } })
      await client.$executeRaw`
        INSERT INTO thread_follows (address_id, thread_id, confirmed_at)
        SELECT follower.id, threads.id, now() FROM reader_addresses AS follower, threads
         WHERE hash = ANY(${hashes}) AND slug = ANY(${row.follows})
        ON CONFLICT DO NOTHING`
    })
  }
}

type ViewRow = { id: number; slug: string; day: string; views: number }

/**
 * Yields the views per thread and day, including imported ones, in batches, in the form that
 * `views:import` accepts. Views of deleted posts are left out.
 * @throws DatabaseUnavailable
 */
export const readViews = () =>
  keysetPages<ViewRow>(
    (last) => queryRows`
        SELECT threads.id, threads.slug, day::text, sum(views)::float8 AS views
          FROM view_counts JOIN threads ON threads.id = post_id
          LEFT JOIN posts ON posts.id = threads.id
         WHERE (post_id, day) > (${last?.id ?? 0}, ${last?.day ?? '0001-01-01'}::date)
           AND (site_id IS NOT NULL OR (posts.id IS NOT NULL AND posts.deleted_at IS NULL))
         GROUP BY threads.id, post_id, day HAVING sum(views) > 0
         ORDER BY post_id, day LIMIT ${pageRows}`,
  )

/** The `format` in the `imports` row of a running instance import. */
const { format } = instanceHead

/**
 * Starts an import of an instance, or continues one of the same export that was interrupted.
 * @param source the name of the export, for the list of imports
 * @param digest identifies the content of the export
 * @returns the id for `finishInstanceImport`; undefined if the instance has other content
 * @throws DatabaseUnavailable
 */
export async function startInstanceImport(
  source: string,
  digest: string,
): Promise<number | undefined> {
  const report = { digest }
  const [interrupted, ...counts] = await query((client) =>
    Promise.all([
      client.import.findFirst({ where: { format, report: { equals: report } } }),
      client.post.count(),
      client.thread.count(),
      client.site.count(),
    ]),
  )
  if (interrupted) return interrupted.id
  if (counts.some((count) => count > 0)) return undefined
  const { id } = await query((client) => client.import.create({ data: { format, source, report } }))
  return id
}

/** Records that everything was imported. @throws DatabaseUnavailable */
export async function finishInstanceImport(id: number): Promise<void> {
  await query((client) => client.import.delete({ where: { id } }))
}
