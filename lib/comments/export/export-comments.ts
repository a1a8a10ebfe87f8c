import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { commentLimits } from '@/lib/comments/comment'
import { decrypt } from '@/lib/crypto/encrypt'
import { query } from '@/lib/db/client'
import { keysetPages, pageRows } from '@/lib/db/keyset-pages'
import { Prisma } from '@/lib/generated/prisma/client'
import { getSite } from '@/lib/threads/admin/sites'
import { type CommentLine, exportHead, type ThreadLine } from './export-format'

/** The threads of one site, or all of them. */
export type ExportScope = { siteId?: number | undefined }

/** Returns the condition for the threads of an export. */
export const inScope = ({ siteId }: ExportScope): Prisma.Sql =>
  siteId === undefined ? Prisma.sql`true` : Prisma.sql`threads.site_id = ${siteId}`

/**
 * Checks that the actor is the owner, then returns the batches of `exportComments`.
 * @throws NotFound, AppError `unauthorized`, `forbidden`, before the first batch;
 * DatabaseUnavailable, also between batches
 */
export async function exportCommentsAs(
  actor: Actor | undefined,
  scope: ExportScope = {},
): Promise<AsyncGenerator<object[]>> {
  requireRole(actor, 'owner')
  if (scope.siteId !== undefined) await getSite(actor, scope.siteId)
  return exportComments(scope)
}

/**
 * Yields all threads and comments as objects for JSON Lines (`export-format.ts`), in batches: first
 * the head, then the threads by slug, then the comments in all states by depth and id, so that
 * parents come before their replies. Imports keep the ids, so a second export after an import has
 * the same lines. The export includes e-mail addresses, but no network data and no deleted texts.
 * It includes pages without comments, but no posts without comments.
 * @throws DatabaseUnavailable
 */
export async function* exportComments(scope: ExportScope = {}): AsyncGenerator<object[]> {
  // A comment added during the export may belong to a thread that was not exported.
  const [newest] = await query(
    (client) => client.$queryRaw<{ id: number }[]>`SELECT max(id) AS id FROM comments`,
  )
  yield [exportHead]
  for await (const rows of keysetPages<ThreadRow>((last) => readThreads(scope, last?.slug ?? '')))
    yield rows.map(
      (row): ThreadLine => ({
        type: 'thread',
        ...row,
        created_at: row.created_at.toISOString(),
      }),
    )
  const read = addressReader()
  for (let depth = 1; depth <= commentLimits.depthMax; depth++) {
    const pages = keysetPages<CommentRow>((last) =>
      readComments(scope, { depth, after: last?.id ?? 0, newest: newest?.id ?? 0 }),
    )
    for await (const rows of pages) yield rows.map((row) => toLine(row, read))
  }
  read.warn()
}

type ThreadRow = Omit<ThreadLine, 'type' | 'created_at'> & { created_at: Date }

/** Reads threads after a slug, in an order that does not depend on the database's collation. */
function readThreads(scope: ExportScope, after: string): Promise<ThreadRow[]> {
  return query(
    (client) => client.$queryRaw<ThreadRow[]>`
      SELECT threads.slug, threads.url, threads.title,
        coalesce(posts.comments_closed, threads.closed) AS closed, threads.created_at,
        ARRAY(SELECT slug COLLATE "C" FROM thread_aliases WHERE thread_id = threads.id
          UNION SELECT slug COLLATE "C" FROM post_redirects WHERE post_id = threads.id
          ORDER BY 1) AS aliases,
        CASE WHEN sites.id IS NOT NULL THEN json_build_object('name', sites.name,
          'origins', sites.origins, 'language', sites.language) END AS site
        FROM threads LEFT JOIN posts ON posts.id = threads.id
        LEFT JOIN sites ON sites.id = threads.site_id
       WHERE threads.slug COLLATE "C" > ${after} AND ${inScope(scope)}
         AND (site_id IS NOT NULL
           OR EXISTS (SELECT FROM comments WHERE comments.post_id = threads.id))
       ORDER BY threads.slug COLLATE "C" LIMIT ${pageRows}`,
  )
}

type CommentRow = {
  id: number
  slug: string
  parentId: number | null
  answeredId: number | null
  status: CommentLine['status']
  authorName: string
  /** The encrypted e-mail addresses. */
  sealed: string | null
  staffSealed: string | null
  verifiedAt: Date | null
  content: string
  waitingContent: string | null
  waitingSince: Date | null
  screening: unknown[]
  waitingScreening: unknown[]
  up: number
  down: number
  pinned: boolean
  createdAt: Date
  editedAt: Date | null
  editedBy: CommentLine['edited_by']
  sources: CommentLine['sources']
}

/** Reads comments of one depth after an id, along the primary key. */
function readComments(
  scope: ExportScope,
  { depth, after, newest }: { depth: number; after: number; newest: number },
): Promise<CommentRow[]> {
  return query(
    (client) => client.$queryRaw<CommentRow[]>`
      SELECT comments.id, threads.slug, parent_id AS "parentId", answered_id AS "answeredId",
        comments.status::text AS status, author_name AS "authorName", reader_addresses.sealed,
        staff.sealed_email AS "staffSealed", comments.verified_at AS "verifiedAt",
        comments.content, waiting_content AS "waitingContent", waiting_since AS "waitingSince",
        screening, waiting_screening AS "waitingScreening", votes_up AS up, votes_down AS down,
        coalesce(comments.id IN (posts.pinned_comment_id, threads.pinned_comment_id), false)
          AS pinned,
        comments.created_at AS "createdAt", edited_at AS "editedAt", edited_by::text AS "editedBy",
        (SELECT coalesce(json_agg(json_build_object('id', source_id, 'hash', source_hash,
            'anchor', anchor) ORDER BY source_id COLLATE "C"), '[]')
          FROM imported_comments WHERE comment_id = comments.id
           AND source_id NOT LIKE 'afterword:%') AS sources
        FROM comments JOIN threads ON threads.id = comments.post_id
        LEFT JOIN posts ON posts.id = threads.id
        LEFT JOIN reader_addresses ON reader_addresses.id = comments.address_id
        LEFT JOIN staff ON staff.id = comments.staff_id
       WHERE comments.id > ${after} AND comments.id <= ${newest} AND depth = ${depth}
         AND ${inScope(scope)}
       ORDER BY comments.id LIMIT ${pageRows}`,
  )
}

/** Returns a function that decrypts e-mail addresses and counts those that it cannot decrypt. */
export function addressReader() {
  let unread = 0
  const read = (purpose: 'reader-address' | 'staff-address', sealed: string | null) => {
    if (!sealed) return null
    const address = decrypt(purpose, sealed)
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

function toLine(row: CommentRow, read: ReturnType<typeof addressReader>): CommentLine {
  const instant = (date: Date | null) => date?.toISOString() ?? null
  return {
    type: 'comment',
    id: row.id,
    slug: row.slug,
    parent_id: row.parentId,
    answered_id: row.answeredId,
    status: row.status,
    author_name: row.authorName,
    author_email: read('reader-address', row.sealed),
    verified_at: instant(row.verifiedAt),
    staff: read('staff-address', row.staffSealed),
    content: row.content,
    pending_content: row.waitingContent,
    pending_since: instant(row.waitingSince),
    screening: row.screening,
    pending_screening: row.waitingScreening,
    votes: { up: row.up, down: row.down },
    pinned: row.pinned,
    created_at: row.createdAt.toISOString(),
    edited_at: instant(row.editedAt),
    edited_by: row.editedBy,
    sources: row.sources,
    ...(row.status === 'deleted' && erased),
  }
}

/** Values that replace the data of a deleted comment, as when its deletion becomes final. */
const erased = {
  ...{ author_name: '', author_email: null, content: '' },
  ...{ pending_content: null, pending_since: null, screening: [], pending_screening: [] },
}
