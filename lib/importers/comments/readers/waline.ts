import { readJson, recordPaths } from '@/lib/importers/comments/read-json'
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
  voteCountOf,
} from '@/lib/importers/comments/source-fields'
import type {
  CommentReader,
  LossReason,
  ReadOptions,
  SourceComment,
  SourceFile,
  SourceRecord,
  SourceStatus,
} from '@/lib/importers/comments/source-record'

type ToComment = (fields: Fields, place: string, options: ReadOptions) => SourceComment

/** Creates `read` for a format whose comments contain the addresses of their pages. */
const readerOf = (pathsOf: (start: string) => string[], toComment: ToComment) =>
  async function* read(file: SourceFile, options: ReadOptions): AsyncGenerator<SourceRecord> {
    const pages = new SourcePages()
    for await (const element of readJson(file, pathsOf)) {
      if (element.kind === 'loss') yield element
      else {
        const comment = toComment(element.fields, element.place, options)
        yield* pages.describe(comment.pageId)
        yield { kind: 'comment', comment }
      }
    }
  }

/** Reads exports of Waline, and responses of its API that contain an export. */
export const waline: CommentReader = {
  format: 'waline',
  detect: ({ text }) => isWaline(text),
  read: readerOf(walinePaths, walineComment),
}

/** Returns `$.data.Comment.*` or, in a response of the API, `$.data.data.Comment.*`. */
function walinePaths(start: string): string[] {
  const envelope = start.slice(0, start.search(/"Comment"\s*:/))
  const depth = envelope.match(/"data"\s*:/g)?.length ?? 0
  return [`$.${'data.'.repeat(depth)}Comment.*`]
}

/**
 * Reads LeanCloud's exports of the class `Comment`, which Valine and some installations of Waline
 * use: JSON Lines, a list, or `{ "results": […] }`.
 */
export const valine: CommentReader = {
  format: 'valine',
  detect: ({ text }) =>
    /^[[{#]/.test(text) && !isWaline(text) && hasKeys(text, 'objectId', 'nick', 'comment'),
  read: readerOf(
    (start) => (/^\{\s*"results"\s*:/.test(start) ? ['$.results.*'] : recordPaths(start)),
    valineComment,
  ),
}

/** Reads exports of Twikoo, and dumps of its collection `comment` in MongoDB. */
export const twikoo: CommentReader = {
  format: 'twikoo',
  detect: ({ text }) => /^[[{]/.test(text) && hasKeys(text, '_id', 'nick', 'comment', 'created'),
  read: readerOf(recordPaths, twikooComment),
}

const isWaline = (text: string): boolean =>
  /^\{/.test(text) && /"type"\s*:\s*"waline"|"Comment"\s*:\s*\[/.test(text)

const statuses: ReadonlyMap<string, SourceStatus> = new Map([
  ['', 'published'],
  ['approved', 'published'],
  ['waiting', 'pending'],
  ['spam', 'spam'],
])

function walineComment(fields: Fields, place: string, options: ReadOptions): SourceComment {
  const comment = leanCloudComment(fields, place, options)
  const losses: LossReason[] = [...(comment.losses ?? [])]
  if (/(?<![:/\d]):[a-z][\w-]{0,60}:(?![:/])/i.test(comment.content)) losses.push('emoticon')
  // Texts of Valine and of early versions are HTML and start with a block.
  const isHtml = /^\s*<(?:p|div|blockquote|ul|ol|pre|h[1-6]|table)\b/i.test(comment.content)
  return { ...comment, markup: isHtml ? 'html' : 'markdown', losses }
}

/** Returns a comment of Valine or, if it has a status, of a Waline that uses LeanCloud. */
function valineComment(fields: Fields, place: string, options: ReadOptions): SourceComment {
  const isValine = textOf(fields.status) === ''
  return (isValine ? leanCloudComment : walineComment)(fields, place, options)
}

function leanCloudComment(fields: Fields, place: string, { timeZone }: ReadOptions): SourceComment {
  const id = textOf(fields.objectId)
  const status = statuses.get(textOf(fields.status).toLowerCase())
  const inserted = timeOf(fields.insertedAt, timeZone)
  const created = inserted.date ? inserted : timeOf(fields.createdAt, timeZone)
  const likes = countOf(fields.like)
  return {
    ...commonFields(fields),
    id,
    pageId: textOf(fields.url),
    place,
    status: status ?? 'pending',
    markup: 'html',
    createdAt: created.date,
    isPinned: isSet(fields.sticky),
    votes: netVotes(likes).votes,
    ...(id && { anchor: id }),
    losses: [
      ...created.losses,
      ...(status ? [] : (['status-unknown'] as const)),
      // Readers can remove likes of others, so the number can be negative.
      ...(likes < 0 ? (['votes-net'] as const) : []),
    ],
  }
}

function twikooComment(fields: Fields, place: string, { timeZone }: ReadOptions): SourceComment {
  const id = textOf(fields._id) || textOf(fields.id)
  const created = timeOf(fields.created, timeZone)
  return {
    ...commonFields(fields),
    id,
    pageId: textOf(fields.url) || textOf(fields.href),
    place,
    status: isSet(fields.isSpam) ? 'spam' : 'published',
    markup: 'html',
    createdAt: created.date,
    isPinned: isSet(fields.top),
    // Versions before votes against comments call the list of votes `like`.
    votes: { up: votersOf(fields.ups) || votersOf(fields.like), down: votersOf(fields.downs) },
    ...(id && { anchor: id }),
    losses: created.losses,
  }
}

/** Returns the fields that all formats have. */
const commonFields = (fields: Fields) => ({
  parentId: parentIdOf(fields.pid) || parentIdOf(fields.rid),
  authorName: textOf(fields.nick),
  ...contactOf(fields.mail, fields.link),
  content: textOf(fields.comment),
})

/** Returns the length of a list of user ids, which may be JSON inside a string. */
function votersOf(value: unknown): number {
  if (Array.isArray(value)) return value.length
  const text = textOf(value)
  if (!text.startsWith('[')) return voteCountOf(text)
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list.length : 0
  } catch {
    return 0
  }
}
