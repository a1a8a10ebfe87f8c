import { brokenRecord, readJson, recordPaths } from '@/lib/importers/comments/read-json'
import {
  contactOf,
  countOf,
  type Fields,
  hasKeys,
  isFields,
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
} from '@/lib/importers/comments/source-record'

/**
 * Reads backups of remark42: an optional header with users and pages, then comments
 * (`backend/app/migrator/native.go` of umputun/remark42).
 */
export const remark42: CommentReader = {
  format: 'remark42',
  detect: ({ text }) =>
    /^\{\s*"version"\s*:\s*"?\d+"?\s*,\s*"(?:users|posts)"\s*:/.test(text) ||
    (/^[[{]/.test(text) && hasKeys(text, 'locator', 'user', 'time')),
  read,
}

async function* read(file: SourceFile, options: ReadOptions): AsyncGenerator<SourceRecord> {
  const emails = new Map<string, string>()
  const pages = new SourcePages()
  for await (const element of readJson(file, recordPaths)) {
    if (element.kind === 'loss') {
      yield element
      continue
    }
    const { fields, place } = element
    if (Array.isArray(fields.users) || Array.isArray(fields.posts)) {
      addEmails(fields.users, emails)
      yield* closedPages(fields.posts, pages)
    } else if (isFields(fields.locator)) {
      yield* pages.describe(textOf(fields.locator.url), textOf(fields.title))
      yield { kind: 'comment', comment: commentOf(fields, fields.locator, emails, place, options) }
    } else yield brokenRecord(place, 'not a comment of remark42')
  }
}

/** Adds the addresses of subscribers. Comments do not contain them. */
function addEmails(users: unknown, emails: Map<string, string>): void {
  for (const user of Array.isArray(users) ? users : []) {
    if (isFields(user) && isFields(user.details))
      emails.set(textOf(user.id), textOf(user.details.email))
  }
}

function* closedPages(posts: unknown, pages: SourcePages): Generator<SourceRecord> {
  for (const post of Array.isArray(posts) ? posts : []) {
    if (isFields(post) && isSet(post.read_only)) yield* pages.describe(textOf(post.url), '', true)
  }
}

function commentOf(
  fields: Fields,
  locator: Fields,
  emails: ReadonlyMap<string, string>,
  place: string,
  { timeZone }: ReadOptions,
): SourceComment {
  const id = textOf(fields.id)
  const user = isFields(fields.user) ? fields.user : {}
  // Comments that were imported into remark42 have no Markdown source.
  const markdown = textOf(fields.orig)
  const created = timeOf(fields.time, timeZone)
  const { votes, losses } = votesOf(fields)
  return {
    id,
    parentId: parentIdOf(fields.pid),
    pageId: textOf(locator.url),
    place,
    status: isSet(fields.delete) ? 'deleted' : 'published',
    authorName: textOf(user.name),
    ...contactOf(emails.get(textOf(user.id)), undefined),
    content: markdown || textOf(fields.text),
    markup: markdown ? 'markdown' : 'html',
    createdAt: created.date,
    editedAt: isFields(fields.edit) ? timeOf(fields.edit.time, timeZone).date : undefined,
    isPinned: isSet(fields.pin),
    votes,
    ...(id && { anchor: `remark42__comment-${id}` }),
    losses: [...losses, ...created.losses],
  }
}

/** Counts the votes by user, or returns the score if the backup has no votes. */
function votesOf({ votes, score }: Fields) {
  const list = isFields(votes) ? Object.values(votes) : []
  if (list.length === 0) return netVotes(countOf(score))
  const up = list.filter(isSet).length
  return { votes: { up, down: list.length - up }, losses: [] }
}
