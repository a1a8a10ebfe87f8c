import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { commentLimits } from '@/lib/comments/comment'
import { decrypt } from '@/lib/crypto/encrypt'
import { keysetPages, pageRows } from '@/lib/db/keyset-pages'
import { inSnapshot, type ReadRows } from '@/lib/db/read-snapshot'
import { Prisma } from '@/lib/generated/prisma/client'
import { getSite } from '@/lib/threads/admin/sites'
import { hostOfSlug } from '@/lib/threads/thread-slug'
import { type CommentLine, exportHead, hasHostOf, type ThreadLine } from './export-format'

/** The threads of one site, or all of them. */
export type ExportScope = { siteId?: number | undefined }

/** Returns the condition for the threads of an export. */
export const inScope = ({ siteId }: ExportScope): Prisma.Sql =>
  siteId === undefined ? Prisma.sql`true` : Prisma.sql`threads.site_id = ${siteId}`

/**
 * Checks that the actor is the owner, then returns the batches of `exportComments`.
 * @throws NotFound, AppError `unauthorized`, `forbidden`, before the first batch;
 * DatabaseUnavailable, including between batches
 */
export async function exportCommentsAs(actor: Actor | undefined, scope: ExportScope = {}) {
  requireRole(actor, 'owner')
  if (scope.siteId !== undefined) await getSite(actor, scope.siteId)
  return exportComments(scope)
}

/**
 * Yields all threads and comments as objects for JSON Lines (`export-format.ts`), in batches: first
 * the head, then the threads by slug, then the comments in all states by depth and id, so that
 * parents come before their replies. All are as they were when the export started (`inSnapshot`).
 * Imports keep the ids, so a second export after an import has the same lines. The export includes
 * e-mail addresses, but no network data and no deleted texts. It includes pages without comments,
 * but only posts with comments or likes.
 * @throws DatabaseUnavailable
 */
export function exportComments(scope: ExportScope = {}): AsyncGenerator<object[], void, void> {
  return inSnapshot((rows) => readAll(rows, scope))
}

async function* readAll(read: ReadRows, scope: ExportScope): AsyncGenerator<object[]> {
  yield [exportHead]
  const threads = keysetPages<ThreadLine>((last) => read(threadsAfter(scope, last?.slug ?? '')))
  for await (const rows of threads) yield rows.map(withOwnHost)
  const readAddress = addressReader()
  for (let depth = 1; depth <= commentLimits.depthMax; depth++) {
    const pages = keysetPages<CommentLine>((last) =>
      read(commentsAfter(scope, depth, last?.id ?? 0)),
    )
    for await (const rows of pages)
      yield rows.map((row) => ({
        ...row,
        author_email: readAddress('reader-address', row.author_email),
        staff: readAddress('staff-address', row.staff),
        ...(row.status === 'deleted' && erased),
      }))
  }
  readAddress.warn()
}

/** Selects threads after a slug, in an order that does not depend on the database's collation. */
const threadsAfter = (scope: ExportScope, after: string) => Prisma.sql`
      SELECT 'thread' AS type, threads.slug, threads.url, threads.title,
        coalesce(posts.comments_closed, threads.closed) AS closed, threads.likes,
        threads.created_at,
        ARRAY(SELECT slug FROM thread_aliases WHERE thread_id = threads.id
          ORDER BY slug COLLATE "C") AS aliases,
        CASE WHEN sites.id IS NOT NULL THEN json_build_object('name', sites.name,
          'origins', sites.origins, 'language', sites.language) END AS site
        FROM threads LEFT JOIN posts ON posts.id = threads.id
        LEFT JOIN sites ON sites.id = threads.site_id
       WHERE threads.slug COLLATE "C" > ${after} AND ${inScope(scope)}
         AND (site_id IS NOT NULL OR threads.likes > 0
           OR EXISTS (SELECT FROM comments WHERE comments.post_id = threads.id))
       ORDER BY threads.slug COLLATE "C" LIMIT ${pageRows}`

/** Adds a page's host to its site, if the owner removed it there, because an import needs it. */
function withOwnHost({ site, ...row }: ThreadLine): ThreadLine {
  if (!site || hasHostOf(site.origins, row.slug)) return { ...row, site }
  return {
    ...row,
    site: { ...site, origins: [...site.origins, `https://${hostOfSlug(row.slug)}`] },
  }
}

/**
 * Selects comments of one depth after an id, along the primary key. Addresses stay encrypted.
 */
const commentsAfter = (scope: ExportScope, depth: number, after: number) => Prisma.sql`
      SELECT 'comment' AS type, comments.id, threads.slug, parent_id, answered_id,
        comments.status::text AS status, author_name, reader_addresses.sealed AS author_email,
        comments.verified_at, staff.sealed_email AS staff, comments.content,
        waiting_content AS pending_content, waiting_since AS pending_since, screening,
        waiting_screening AS pending_screening,
        json_build_object('up', votes_up, 'down', votes_down) AS votes, comments.likes,
        coalesce(comments.id IN (posts.pinned_comment_id, threads.pinned_comment_id), false)
          AS pinned,
        comments.created_at, edited_at, edited_by::text AS edited_by,
        (SELECT coalesce(json_agg(json_build_object('content', content, 'replaced_at',
            to_char(replaced_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
            ORDER BY id), '[]')
          FROM comment_edits WHERE comment_id = comments.id) AS edits,
        (SELECT coalesce(json_agg(json_build_object('id', source_id, 'hash', source_hash,
            'anchor', anchor) ORDER BY source_id COLLATE "C"), '[]')
          FROM imported_comments WHERE comment_id = comments.id
           AND source_id NOT LIKE 'afterword:%') AS sources
        FROM comments JOIN threads ON threads.id = comments.post_id
        LEFT JOIN posts ON posts.id = threads.id
        LEFT JOIN reader_addresses ON reader_addresses.id = comments.address_id
        LEFT JOIN staff ON staff.id = comments.staff_id
       WHERE comments.id > ${after} AND depth = ${depth} AND ${inScope(scope)}
       ORDER BY comments.id LIMIT ${pageRows}`

/** Returns a function that decrypts e-mail addresses and counts those that it cannot decrypt. */
export function addressReader() {
  let unread = 0
  const read = (purpose: 'reader-address' | 'staff-address', encrypted: string | null) => {
    if (!encrypted) return null
    const address = decrypt(purpose, encrypted)
    if (address === undefined) unread++
    return address ?? null
  }
  const warn = () => {
    if (unread > 0)
      console.warn(
        `export: left out ${unread} e-mail addresses, which AUTH_SECRET cannot decrypt: ` +
          'set it to the secret that encrypted them, and export again',
      )
  }
  return Object.assign(read, { warn })
}

/** Values that replace the data of a deleted comment, as when its deletion becomes final. */
const erased = {
  author_name: '',
  author_email: null,
  content: '',
  pending_content: null,
  pending_since: null,
  screening: [],
  pending_screening: [],
  edits: [],
}
