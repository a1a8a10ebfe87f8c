import { readJson, readJsonRows } from '@/lib/importers/comments/read-json'
import {
  type CommentFacts,
  commentRecord,
  hasKeys,
  Row,
  withPage,
} from '@/lib/importers/comments/source-fields'
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
const anonymous: Author = { authorName: 'Anonymous' }

/** Reads exports of Commento and Commento++ (`api/domain_export.go` of adtac/commento). */
export const commento: CommentReader = {
  format: 'commento',
  detect: (text) =>
    text.startsWith('{') && hasKeys(text, 'commentHex') && !hasKeys(text, 'host', 'path'),
  read,
}

/**
 * Reads versions 1 and 3 of Comentario's export (`internal/svc/impex_comentario.go` of Comentario).
 * There is no version 2.
 */
export const comentario: CommentReader = {
  format: 'comentario',
  detect: (text) =>
    (/^\{\s*"version"\s*:\s*"?3\b/.test(text) && hasKeys(text, 'pages')) ||
    (text.startsWith('{') && hasKeys(text, 'pageId', 'markdown', 'userCreated')) ||
    (text.startsWith('{') && hasKeys(text, 'commentHex', 'host', 'path')),
  read,
}

const pathsOf = () => ['$.pages.*', '$.comments.*', '$.commenters.*']

/** Reads all versions. The authors follow the comments, so the file is read twice. */
async function* read(file: SourceFile, options: ReadOptions): AsyncGenerator<SourceRecord> {
  const authors = await readAuthors(file, options)
  yield* readJsonRows(file, pathsOf, options, (row, list) => {
    if (list === 'pages') return [pageRecord(row)]
    if (list === 'commenters') return []
    return row.get('commentHex') === undefined
      ? [commentRecord(row.place, version3Facts(row, authors))]
      : withPage(row, version1Facts(row, authors))
  })
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

/** The id of anonymous authors and of unset references in version 3. */
const zeroId = '00000000-0000-0000-0000-000000000000'

/** Returns a version 3 comment, whose page is in the table `pages`. */
function version3Facts(row: Row, authors: ReadonlyMap<string, Author>): CommentFacts {
  const id = row.text('id')
  const parentId = row.text('parentId')
  const authorId = row.text('userCreated')
  const authorName = row.text('authorName')
  const guest = authorId === zeroId && authorName === '' ? anonymous : { authorName }
  return {
    id,
    parentId: parentId === zeroId ? '' : parentId,
    pageId: row.text('pageId'),
    status: statusOf(row),
    ...(authors.get(authorId) ?? guest),
    content: row.text('markdown'),
    markup: 'markdown',
    createdAt: row.time('createdTime'),
    editedAt: row.time('editedTime').date,
    isPinned: row.isSet('isSticky'),
    votes: row.count('score'),
    anchor: id && `comentario-${id}`,
  }
}

/** Returns spam for a rejected comment, so that it is not public but can be restored. */
function statusOf(row: Row): SourceStatus {
  if (row.isSet('isDeleted')) return 'deleted'
  if (row.isSet('isPending')) return 'pending'
  return row.isSet('isApproved') ? 'published' : 'spam'
}
