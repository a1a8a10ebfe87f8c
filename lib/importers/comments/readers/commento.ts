import { readJson } from '@/lib/importers/comments/read-json'
import {
  contactOf,
  countOf,
  type Fields,
  hasKeys,
  isSet,
  netVotes,
  parentIdOf,
  SourcePages,
  textOf,
  timeOf,
} from '@/lib/importers/comments/source-fields'
import type {
  CommentReader,
  ReadOptions,
  SourceComment,
  SourceFile,
  SourceRecord,
  SourceStatus,
} from '@/lib/importers/comments/source-record'

/** Name of authors who chose to be anonymous. An empty name would be reported as missing. */
export const anonymousName = 'Anonymous'

/** The author of a comment, from the table `commenters`. */
type Author = Pick<SourceComment, 'authorName' | 'authorEmail' | 'authorUrl'>

type ToComment = (
  fields: Fields,
  authors: ReadonlyMap<string, Author>,
  place: string,
  options: ReadOptions,
) => SourceComment

/** Returns true for a comment of version 1, which has the address of its page. */
export const isVersion1 = (fields: Fields): boolean => fields.commentHex !== undefined

/** Reads exports of Commento and Commento++ (`api/domain_export.go` of adtac/commento). */
export const commento: CommentReader = {
  format: 'commento',
  detect: ({ text }) =>
    text.startsWith('{') && hasKeys(text, 'commentHex') && !hasKeys(text, 'host', 'path'),
  read: readWithAuthors(version1Comment),
}

const pathsOf = () => ['$.pages.*', '$.comments.*', '$.commenters.*']

/**
 * Creates `read` for a format with a table of authors. The table follows the comments, so the file
 * is read twice.
 */
export function readWithAuthors(toComment: ToComment): CommentReader['read'] {
  return async function* read(file: SourceFile, options: ReadOptions) {
    const authors = await readAuthors(file)
    const pages = new SourcePages()
    for await (const element of readJson(file, pathsOf)) {
      if (element.kind === 'loss') yield element
      else if (element.list === 'pages') yield pageOf(element.fields, options)
      else if (element.list === 'comments') {
        const comment = toComment(element.fields, authors, element.place, options)
        if (isVersion1(element.fields)) yield* pages.describe(comment.pageId)
        yield { kind: 'comment', comment }
      }
    }
  }
}

async function readAuthors(file: SourceFile): Promise<Map<string, Author>> {
  const authors = new Map<string, Author>()
  for await (const element of readJson(file, pathsOf)) {
    if (element.kind === 'loss' || element.list !== 'commenters') continue
    const { commenterHex, id, name, email, link, websiteUrl } = element.fields
    const url = textOf(link) || textOf(websiteUrl)
    authors.set(textOf(commenterHex) || textOf(id), {
      authorName: textOf(name),
      ...contactOf(email, url === 'undefined' ? '' : url),
    })
  }
  return authors
}

function pageOf(fields: Fields, { timeZone }: ReadOptions): SourceRecord {
  return {
    kind: 'page',
    id: textOf(fields.id),
    page: {
      address: textOf(fields.path),
      title: textOf(fields.title),
      isClosed: isSet(fields.isReadonly),
      date: timeOf(fields.createdTime, timeZone).date,
    },
  }
}

const states: ReadonlyMap<string, SourceStatus> = new Map([
  ['approved', 'published'],
  ['unapproved', 'pending'],
  ['flagged', 'spam'],
])

/** Returns a comment of version 1, of Commento or Comentario. */
export function version1Comment(
  fields: Fields,
  authors: ReadonlyMap<string, Author>,
  place: string,
  { timeZone }: ReadOptions,
): SourceComment {
  const id = textOf(fields.commentHex)
  const authorId = textOf(fields.commenterHex)
  const author = /^(?:anonymous|0{64})$/.test(authorId)
    ? { authorName: anonymousName }
    : (authors.get(authorId) ?? { authorName: '' })
  const content = textOf(fields.markdown)
  const created = timeOf(fields.creationDate, timeZone)
  const { votes, losses } = netVotes(countOf(fields.score))
  const state = states.get(textOf(fields.state).toLowerCase())
  // Commento exports `deleted` as false in any case.
  const isDeleted = isSet(fields.deleted) || ['', '[deleted]'].includes(content.trim())
  return {
    id,
    parentId: parentIdOf(fields.parentHex),
    pageId: addressOf(fields),
    place,
    status: isDeleted ? 'deleted' : (state ?? 'pending'),
    ...author,
    content,
    markup: 'markdown',
    createdAt: created.date,
    votes,
    ...(id && { anchor: `commento-${id}` }),
    losses: [
      ...losses,
      ...created.losses,
      ...(state || isDeleted ? [] : (['status-unknown'] as const)),
    ],
  }
}

/** Returns the URL of a page, or its path if the host is missing. */
function addressOf(fields: Fields): string {
  // Commento writes the path in `url`.
  const path = textOf(fields.path) || textOf(fields.url)
  const host = textOf(fields.domain) || textOf(fields.host)
  if (host === '' || path === '' || /^https?:\/\//i.test(path)) return path
  return `https://${host}/${path.replace(/^\//, '')}`
}
