import 'server-only'
import { importErrorText } from '@/lib/i18n/error-text'
import { readJson } from '@/lib/importers/comments/read-json'
import { commentRecord, lossRecord, Row } from '@/lib/importers/comments/source-fields'
import {
  type CommentReader,
  NotAnExport,
  type ReadOptions,
  type SourceComment,
  type SourceFile,
  type SourceRecord,
  type SourceStatus,
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
function issoComment(
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

const field = String.raw`\s*"(?:id|title)"\s*:\s*(?:"(?:[^"\\]|\\.)*"|null)\s*,`
const start = new RegExp(String.raw`^\[\s*\{(?:${field})*\s*"comments"\s*:\s*\[`)

/**
 * Reads the generic JSON that `isso import -t generic` accepts: a list of threads with their
 * comments. Converters add fields of the database (`parent`, `mode`, `created_epoch`).
 */
export const issoJson: CommentReader = {
  format: 'isso-json',
  detect: (text) => start.test(text),
  read: readIssoJson,
}

async function* readIssoJson(file: SourceFile, options: ReadOptions): AsyncGenerator<SourceRecord> {
  let isEmpty = true
  let thread: Row | undefined
  let comments: Row[] = []
  for await (const element of readJson(file, () => ['$.*.comments.*', '$.*'])) {
    if (element.kind === 'loss') yield element
    else {
      const row = new Row(element.fields, element.place, options)
      // A thread's fields may follow its comments.
      if (element.list === 'comments') {
        thread ??= new Row(element.parent, element.place, options)
        comments.push(row)
      } else {
        yield* recordsOf(row, comments)
        thread = undefined
        comments = []
      }
      isEmpty = false
    }
  }
  if (isEmpty) throw new NotAnExport(importErrorText('notExport', { system: 'Isso' }))
  if (thread) yield* recordsOf(thread, comments)
}

/** Returns the records of a thread, complete or up to the damaged part of the file. */
function* recordsOf(thread: Row, comments: readonly Row[]): Generator<SourceRecord> {
  if (!Array.isArray(thread.get('comments'))) return yield lossRecord('broken-record', thread.place)
  const pageId = thread.text('id')
  yield { kind: 'page', id: pageId, page: { address: pageId, title: thread.text('title') } }
  // Ids are unique per thread only.
  const withPage = (id: string) => (id === '' ? '' : `${pageId}#${id}`)
  for (const row of comments) {
    const ids = { id: withPage(row.text('id')), parentId: withPage(row.text('parent')), pageId }
    yield row.get('text') === undefined
      ? lossRecord('broken-record', row.place)
      : issoComment(row, ids)
  }
}
