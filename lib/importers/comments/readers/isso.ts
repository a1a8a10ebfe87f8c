import 'server-only'
import { textOf } from '@/lib/importers/comments/source-fields'
import type {
  CommentReader,
  SourceFile,
  SourceRecord,
} from '@/lib/importers/comments/source-record'
import { NotAnExport } from '@/lib/importers/comments/source-record'
import { isSqlite, openSqlite } from '@/lib/importers/comments/sqlite-file'
import { issoComment } from './isso-comment'

/** Columns of any version; addresses and voters are never read. */
const columns = [
  ...['tid', 'id', 'parent', 'created', 'modified', 'mode', 'text'],
  ...['author', 'email', 'website', 'likes', 'dislikes'],
]

/** Reads the database of Isso, `comments.db`. Older versions have fewer columns. */
export const isso: CommentReader = {
  format: 'isso',
  // The definitions of tables are near the start. Cusdis has a table `comments` too.
  detect: (head) => isSqlite(head) && !head.text.includes('by_nickname'),
  read: readIsso,
}

async function* readIsso(
  file: SourceFile,
  { timeZone }: { timeZone: string },
): AsyncGenerator<SourceRecord> {
  const database = await openSqlite(file)
  try {
    if (!database.tables.has('threads') || !database.tables.has('comments'))
      throw new NotAnExport('this file is not the database of Isso: choose the one at “dbpath”')
    for (const row of database.rows('threads', ['id', 'uri', 'title'])) {
      const page = { address: textOf(row.uri), title: textOf(row.title) }
      yield { kind: 'page', id: textOf(row.id), page }
    }
    let last = ''
    for (const row of database.rows('comments', columns)) {
      last = textOf(row.id)
      const ids = { id: last, parentId: textOf(row.parent), pageId: textOf(row.tid) }
      yield { kind: 'comment', comment: issoComment(row, ids, `comment ${last}`, timeZone) }
    }
    yield* database.losses(last)
  } finally {
    await database.close()
  }
}
