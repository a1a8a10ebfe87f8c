import 'server-only'
import { textOf } from '@/lib/importers/comments/source-fields'
import type {
  CommentReader,
  SourceFile,
  SourceRecord,
  SourceStatus,
} from '@/lib/importers/comments/source-record'
import { NotAnExport } from '@/lib/importers/comments/source-record'
import { parseSourceTime } from '@/lib/importers/comments/source-time'
import { isSqlite, openSqlite, type SqliteRow } from '@/lib/importers/comments/sqlite-file'

/**
 * Reads the SQLite database of Cusdis. It contains the pages of all projects; pages of other sites
 * match no thread.
 */
export const cusdis: CommentReader = {
  format: 'cusdis',
  // Isso has no such column. The definitions of tables are near the start.
  detect: (head) => isSqlite(head) && head.text.includes('by_nickname'),
  read: readCusdis,
}

async function* readCusdis(file: SourceFile): AsyncGenerator<SourceRecord> {
  const database = await openSqlite(file)
  try {
    if (!database.tables.has('pages') || !database.tables.has('comments'))
      throw new NotAnExport('this file is not the database of Cusdis: choose another file')
    for (const row of database.rows('pages', ['id', 'slug', 'url', 'title'])) {
      const page = { address: textOf(row.url) || textOf(row.slug), title: textOf(row.title) }
      yield { kind: 'page', id: textOf(row.id), page }
    }
    let last = ''
    for (const row of database.rows('comments', columns)) {
      last = textOf(row.id)
      yield { kind: 'comment', comment: commentOf(row) }
    }
    yield* database.losses(last)
  } finally {
    await database.close()
  }
}

const columns = [
  ...['id', 'pageId', 'parentId', 'by_nickname', 'by_email', 'content', 'approved'],
  ...['created_at', 'deletedAt'],
]

function statusOf({ approved, deletedAt }: SqliteRow): SourceStatus {
  if (textOf(deletedAt) !== '') return 'deleted'
  return approved === 1 ? 'published' : 'pending'
}

const commentOf = (row: SqliteRow) => ({
  id: textOf(row.id),
  pageId: textOf(row.pageId),
  parentId: textOf(row.parentId),
  place: `comment ${textOf(row.id)}`,
  status: statusOf(row),
  authorName: textOf(row.by_nickname),
  authorEmail: textOf(row.by_email),
  content: textOf(row.content),
  markup: 'markdown' as const,
  // Milliseconds, or the time of SQLite, which is in UTC.
  createdAt: parseSourceTime(row.created_at, 'UTC').date,
})
