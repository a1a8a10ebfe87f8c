import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { query } from '@/lib/db/client'
import { getSite } from './sites'

/** Rows that one statement reads. */
const rowsAtOnce = 500

type Line = Record<string, unknown>

/**
 * Returns everything that a site has stored, as objects for JSON Lines: first one that describes
 * the file, then the threads, then the comments in all states, with parents before children.
 * Readers' e-mail addresses are not included.
 * @throws NotFound, AppError `unauthorized`, `forbidden`, before the first batch;
 * DatabaseUnavailable, also between batches
 */
export async function exportSite(
  actor: Actor | undefined,
  siteId: number,
  at = new Date(),
): Promise<AsyncGenerator<Line[]>> {
  requireRole(actor, 'owner')
  const { name, origins, language } = await getSite(actor, siteId)
  const head = {
    format: 'afterword-comments',
    version: 1,
    exported_at: at.toISOString(),
    site: { name, origins, language },
  }
  return batches(head, siteId)
}

async function* batches(head: Line, siteId: number): AsyncGenerator<Line[]> {
  yield [head]
  yield* allRows((after) =>
    query(
      (client) => client.$queryRaw<Row[]>`
        SELECT id, jsonb_build_object('type', 'thread', 'slug', slug, 'url', url, 'title', title,
          'closed', closed, 'created_at', created_at, 'pinned_comment_id', pinned_comment_id,
          'aliases', ARRAY(SELECT thread_aliases.slug FROM thread_aliases
            WHERE thread_id = threads.id ORDER BY 1),
          'views', (SELECT coalesce(sum(views), 0) FROM view_totals
            WHERE post_id = threads.id)) AS line
          FROM threads WHERE site_id = ${siteId} AND id > ${after}
         ORDER BY id LIMIT ${rowsAtOnce}`,
    ),
  )
  // A parent is older than its replies, so its id is lower.
  yield* allRows((after) =>
    query(
      (client) => client.$queryRaw<Row[]>`
        SELECT comments.id, jsonb_build_object('type', 'comment', 'id', comments.id,
          'slug', slug, 'parent_id', parent_id, 'answered_id', answered_id,
          'status', status, 'author_name', author_name, 'content', content,
          'pending_content', waiting_content, 'created_at', comments.created_at,
          'edited_at', edited_at) AS line
          FROM comments JOIN threads ON threads.id = post_id
         WHERE site_id = ${siteId} AND comments.id > ${after}
         ORDER BY comments.id LIMIT ${rowsAtOnce}`,
    ),
  )
}

type Row = { id: number; line: Line }

async function* allRows(read: (after: number) => Promise<Row[]>): AsyncGenerator<Line[]> {
  for (let after = 0; ; ) {
    const rows = await read(after)
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(({ line }) => line)
    after = last.id
  }
}
