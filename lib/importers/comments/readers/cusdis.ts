import 'server-only'
import { commentRecord } from '@/lib/importers/comments/source-fields'
import type { CommentReader } from '@/lib/importers/comments/source-record'
import { parseSourceTime } from '@/lib/importers/comments/source-time'
import { isSqlite, readSqliteRows } from '@/lib/importers/comments/sqlite-file'

const tables = {
  system: 'Cusdis',
  columns: {
    pages: ['id', 'slug', 'url', 'title'],
    comments: [
      'id',
      'pageId',
      'parentId',
      'by_nickname',
      'by_email',
      'content',
      'approved',
      'created_at',
      'deletedAt',
    ],
  },
}

/**
 * Reads the SQLite database of Cusdis. It contains the pages of all projects; pages of other sites
 * match no thread.
 */
export const cusdis: CommentReader = {
  format: 'cusdis',
  // Isso has no such column. The definitions of tables are near the start.
  detect: (text) => isSqlite(text) && text.includes('by_nickname'),
  read: (file, options) =>
    readSqliteRows(file, tables, options, (row, table) => {
      const id = row.text('id')
      if (table === 'pages') {
        const page = { address: row.first('url', 'slug'), title: row.text('title') }
        return { kind: 'page', id, page }
      }
      const status = row.get('approved') === 1 ? 'published' : 'pending'
      return commentRecord(row.place, {
        id,
        pageId: row.text('pageId'),
        parentId: row.text('parentId'),
        status: row.text('deletedAt') === '' ? status : 'deleted',
        authorName: row.text('by_nickname'),
        authorEmail: row.text('by_email'),
        content: row.text('content'),
        markup: 'markdown',
        // Milliseconds, or SQLite's text format, which is in UTC.
        createdAt: parseSourceTime(row.get('created_at'), 'UTC').date,
      })
    }),
}
