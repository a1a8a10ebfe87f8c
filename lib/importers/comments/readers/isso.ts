import 'server-only'
import { commentRecord, type Row } from '@/lib/importers/comments/source-fields'
import type {
  CommentReader,
  SourceComment,
  SourceRecord,
  SourceStatus,
} from '@/lib/importers/comments/source-record'
import { isSqlite, readSqliteRows } from '@/lib/importers/comments/sqlite-file'

/** The tables and columns of all versions. IP addresses and voters are never read. */
const tables = {
  system: 'Isso',
  columns: {
    threads: ['id', 'uri', 'title'],
    comments: [
      'tid',
      'id',
      'parent',
      'created',
      'modified',
      'mode',
      'text',
      'author',
      'email',
      'website',
      'likes',
      'dislikes',
    ],
  },
}

/** Reads the database of Isso, `comments.db`. Older versions have fewer columns. */
export const isso: CommentReader = {
  format: 'isso',
  // The definitions of tables are near the start. Cusdis has a table `comments` too.
  detect: (text) => isSqlite(text) && !text.includes('by_nickname'),
  read: (file, options) =>
    readSqliteRows(file, tables, options, (row, table) => {
      const id = row.text('id')
      if (table === 'comments')
        return issoComment(row, { id, parentId: row.text('parent'), pageId: row.text('tid') })
      return { kind: 'page', id, page: { address: row.text('uri'), title: row.text('title') } }
    }),
}

/** The states of Isso (`mode`). The column may be NULL, or absent in old versions. */
const statuses = new Map<string, SourceStatus>([
  ['', 'published'],
  ['1', 'published'],
  ['2', 'pending'],
  ['4', 'deleted'],
])

/**
 * Converts a row of Isso's table `comments`, or a comment of its generic JSON, which has the same
 * names and may also have numeric times.
 */
export function issoComment(
  row: Row,
  ids: Pick<SourceComment, 'id' | 'parentId' | 'pageId'>,
): SourceRecord {
  const hasVotes = row.get('likes') !== undefined || row.get('dislikes') !== undefined
  const id = row.text('id')
  return commentRecord(row.place, {
    ...ids,
    status: statuses.get(row.text('mode')),
    authorName: row.text('author'),
    authorEmail: row.text('email'),
    authorUrl: row.text('website'),
    content: row.text('text'),
    markup: 'markdown',
    createdAt: row.time('created_epoch', 'created'),
    editedAt: row.time('modified_epoch', 'modified').date,
    ...(hasVotes && { votes: { up: row.votes('likes'), down: row.votes('dislikes') } }),
    anchor: id && `isso-${id}`,
  })
}
