import { readJson, readJsonRows } from '@/lib/importers/comments/read-json'
import { type CommentFacts, hasKeys, Row, withPage } from '@/lib/importers/comments/source-fields'
import type {
  CommentReader,
  ReadOptions,
  SourceComment,
  SourceFile,
  SourceRecord,
  SourceStatus,
} from '@/lib/importers/comments/source-record'

/** The author of a comment, from the table `commenters`. */
type Author = Pick<SourceComment, 'authorName' | 'authorEmail' | 'authorUrl'>

/** Authors who chose to be anonymous. An empty name would be reported as missing. */
export const anonymous: Author = { authorName: 'Anonymous' }

/** Reads exports of Commento and Commento++ (`api/domain_export.go` of adtac/commento). */
export const commento: CommentReader = {
  format: 'commento',
  detect: (text) =>
    text.startsWith('{') && hasKeys(text, 'commentHex') && !hasKeys(text, 'host', 'path'),
  read: readWithAuthors(() => []),
}

const pathsOf = () => ['$.pages.*', '$.comments.*', '$.commenters.*']

/**
 * Creates `read` for a format with a table of authors. The table follows the comments, so the file
 * is read twice.
 * @param toRecords returns the records of a comment of a version other than 1
 */
export function readWithAuthors(
  toRecords: (row: Row, authors: ReadonlyMap<string, Author>) => SourceRecord[],
): CommentReader['read'] {
  return async function* read(file, options) {
    const authors = await readAuthors(file, options)
    yield* readJsonRows(file, pathsOf, options, (row, list) => {
      if (list === 'pages') return [pageRecord(row)]
      if (list === 'commenters') return []
      if (row.get('commentHex') === undefined) return toRecords(row, authors)
      return withPage(row, version1Facts(row, authors))
    })
  }
}

async function readAuthors(file: SourceFile, options: ReadOptions): Promise<Map<string, Author>> {
  const authors = new Map<string, Author>()
  for await (const element of readJson(file, pathsOf)) {
    if (element.kind === 'loss' || element.list !== 'commenters') continue
    const row = new Row(element.fields, element.place, options)
    const url = row.first('link', 'websiteUrl')
    authors.set(row.first('commenterHex', 'id'), {
      authorName: row.text('name'),
      authorEmail: row.text('email'),
      authorUrl: url === 'undefined' ? '' : url,
    })
  }
  return authors
}

const pageRecord = (row: Row): SourceRecord => ({
  kind: 'page',
  id: row.text('id'),
  page: {
    address: row.text('path'),
    title: row.text('title'),
    isClosed: row.isSet('isReadonly'),
    date: row.time('createdTime').date,
  },
})

const states: ReadonlyMap<string, SourceStatus> = new Map([
  ['approved', 'published'],
  ['unapproved', 'pending'],
  ['flagged', 'spam'],
])

/** Returns a version 1 comment of Commento or Comentario, which has the address of its page. */
function version1Facts(row: Row, authors: ReadonlyMap<string, Author>): CommentFacts {
  const id = row.text('commentHex')
  const authorId = row.text('commenterHex')
  const isAnonymous = /^(?:anonymous|0{64})$/.test(authorId)
  const content = row.text('markdown')
  // Commento exports `deleted` as false in any case.
  const isDeleted = row.isSet('deleted') || ['', '[deleted]'].includes(content.trim())
  return {
    id,
    parentId: row.text('parentHex'),
    pageId: addressOf(row),
    status: isDeleted ? 'deleted' : states.get(row.text('state').toLowerCase()),
    ...(isAnonymous ? anonymous : (authors.get(authorId) ?? { authorName: '' })),
    content,
    markup: 'markdown',
    createdAt: row.time('creationDate'),
    votes: row.count('score'),
    anchor: id && `commento-${id}`,
  }
}

/** Returns the URL of a page, or its path if the host is missing. */
function addressOf(row: Row): string {
  // Commento writes the path in `url`.
  const path = row.first('path', 'url')
  const host = row.first('domain', 'host')
  if (host === '' || path === '' || /^https?:\/\//i.test(path)) return path
  return `https://${host}/${path.replace(/^\//, '')}`
}
