import { readJsonRows, recordPaths } from '@/lib/importers/comments/read-json'
import {
  type CommentFacts,
  hasKeys,
  type Row,
  textOf,
  voteCountOf,
  withPage,
} from '@/lib/importers/comments/source-fields'
import type {
  CommentReader,
  LossReason,
  SourceStatus,
} from '@/lib/importers/comments/source-record'
import { parseJson } from '@/lib/importers/comments/source-text'

/** Reads exports of Waline, and responses of its API that contain an export. */
export const waline: CommentReader = {
  format: 'waline',
  detect: (text) => isWaline(text),
  read: (file, options) =>
    readJsonRows(file, walinePaths, options, (row) => withPage(row, walineFacts(row))),
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
  detect: (text) =>
    /^[[{#]/.test(text) && !isWaline(text) && hasKeys(text, 'objectId', 'nick', 'comment'),
  read: (file, options) =>
    readJsonRows(
      file,
      (start) => (/^\{\s*"results"\s*:/.test(start) ? ['$.results.*'] : recordPaths(start)),
      options,
      // Only Waline has a column for the status.
      (row) => withPage(row, row.text('status') === '' ? leanCloudFacts(row) : walineFacts(row)),
    ),
}

/** Reads exports of Twikoo, and dumps of its collection `comment` in MongoDB. */
export const twikoo: CommentReader = {
  format: 'twikoo',
  detect: (text) => /^[[{]/.test(text) && hasKeys(text, '_id', 'nick', 'comment', 'created'),
  read: (file, options) =>
    readJsonRows(file, recordPaths, options, (row) =>
      // Versions without downvotes call the list of votes `like`.
      withPage(row, factsOf(row, votersOf(row.get('ups')) || votersOf(row.get('like')))),
    ),
}

const isWaline = (text: string): boolean =>
  /^\{/.test(text) && /"type"\s*:\s*"waline"|"Comment"\s*:\s*\[/.test(text)

const statuses: ReadonlyMap<string, SourceStatus> = new Map([
  ['', 'published'],
  ['approved', 'published'],
  ['waiting', 'pending'],
  ['spam', 'spam'],
])

/** Valine-Admin marks spam, and prevents the public from reading comments that await approval. */
function statusOf(row: Row): SourceStatus | undefined {
  if (row.isSet('isSpam')) return 'spam'
  if (row.get('ACL', '*', 'read') === false) return 'pending'
  return statuses.get(row.text('status').toLowerCase())
}

/**
 * Returns the facts that all formats share. They name the id, the time and pins differently.
 * @param likes can be negative, because readers can remove likes by others
 */
function factsOf(row: Row, likes: number): CommentFacts & { losses: LossReason[] } {
  const id = row.first('objectId', '_id', 'id')
  return {
    id,
    parentId: row.text('pid').replace(/^(?:0|root)$/, '') || row.text('rid'),
    pageId: row.first('url', 'href'),
    status: statusOf(row),
    authorName: row.text('nick'),
    authorEmail: row.text('mail'),
    authorUrl: row.text('link'),
    content: row.text('comment'),
    markup: 'html',
    createdAt: row.time('insertedAt', 'createdAt', 'created'),
    isPinned: row.isSet('sticky') || row.isSet('top'),
    votes: { up: Math.max(likes, 0), down: Math.max(-likes, votersOf(row.get('downs'))) },
    anchor: id,
    losses: likes < 0 ? ['votes-net'] : [],
  }
}

const leanCloudFacts = (row: Row) => factsOf(row, row.count('like'))

function walineFacts(row: Row): CommentFacts {
  const { losses, ...facts } = leanCloudFacts(row)
  if (/(?<![:/\d]):[a-z][\w-]{0,60}:(?![:/])/i.test(facts.content)) losses.push('emoticon')
  // Texts of Valine and of early versions are HTML and start with a block.
  const isHtml = /^\s*<(?:p|div|blockquote|ul|ol|pre|h[1-6]|table)\b/i.test(facts.content)
  return { ...facts, markup: isHtml ? 'html' : 'markdown', losses }
}

/** Returns the length of a list of user ids, which may be JSON inside a string. */
function votersOf(value: unknown): number {
  if (Array.isArray(value)) return value.length
  const text = textOf(value)
  if (!text.startsWith('[')) return voteCountOf(text)
  const list = parseJson(text)
  return Array.isArray(list) ? list.length : 0
}
