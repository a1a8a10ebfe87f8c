import { readJsonRows, recordPaths } from '@/lib/importers/comments/read-json'
import {
  type CommentFacts,
  fieldOf,
  hasKeys,
  isFields,
  isSet,
  lossRecord,
  type Row,
  textOf,
  withPage,
} from '@/lib/importers/comments/source-fields'
import type { CommentReader } from '@/lib/importers/comments/source-record'

/**
 * Reads backups of remark42: an optional header with users and pages, then comments
 * (`backend/app/migrator/native.go` of umputun/remark42).
 */
export const remark42: CommentReader = {
  format: 'remark42',
  detect: (text) =>
    /^\{\s*"version"\s*:\s*"?\d+"?\s*,\s*"(?:users|posts)"\s*:/.test(text) ||
    (/^[[{]/.test(text) && hasKeys(text, 'locator', 'user', 'time')),
  read: (file, options) => {
    /** The addresses of subscribers by user id. Comments do not contain them. */
    const emails = new Map<string, string>()
    return readJsonRows(file, recordPaths, options, (row) => {
      const users = row.get('users')
      const posts = row.get('posts')
      if (Array.isArray(users) || Array.isArray(posts)) {
        for (const user of listOf(users))
          emails.set(textOf(fieldOf(user, 'id')), textOf(fieldOf(user, 'details', 'email')))
        return listOf(posts)
          .filter((post) => isSet(fieldOf(post, 'read_only')))
          .map((post) => textOf(fieldOf(post, 'url')))
          .map((address) => ({ kind: 'page', id: address, page: { address, isClosed: true } }))
      }
      if (!isFields(row.get('locator'))) return [lossRecord('broken-record', row.place)]
      return withPage(row, factsOf(row, emails), { title: row.text('title') })
    })
  },
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

function factsOf(row: Row, emails: ReadonlyMap<string, string>): CommentFacts {
  const id = row.text('id')
  // Comments that were imported into remark42 have no Markdown source.
  const markdown = row.text('orig')
  return {
    id,
    parentId: row.text('pid'),
    pageId: row.text('locator', 'url'),
    status: row.isSet('delete') ? 'deleted' : 'published',
    authorName: row.text('user', 'name'),
    authorEmail: emails.get(row.text('user', 'id')) ?? '',
    content: markdown || row.text('text'),
    markup: markdown ? 'markdown' : 'html',
    createdAt: row.time('time'),
    editedAt: row.time(['edit', 'time']).date,
    isPinned: row.isSet('pin'),
    votes: votesOf(row),
    anchor: id && `remark42__comment-${id}`,
  }
}

/** Counts the votes by user, or returns the score if the backup has no votes. */
function votesOf(row: Row) {
  const votes = row.get('votes')
  const list = isFields(votes) ? Object.values(votes) : []
  const up = list.filter(isSet).length
  return list.length === 0 ? row.count('score') : { up, down: list.length - up }
}
