import {
  countOf,
  hasKeys,
  isSet,
  netVotes,
  textOf,
  timeOf,
} from '@/lib/importers/comments/source-fields'
import type { CommentReader, SourceStatus } from '@/lib/importers/comments/source-record'
import { anonymousName, isVersion1, readWithAuthors, version1Comment } from './commento'

/** The id of anonymous authors and of unset references. */
const zeroId = '00000000-0000-0000-0000-000000000000'

/**
 * Reads versions 1 and 3 of Comentario's export (`internal/svc/impex_comentario.go` of Comentario).
 * There is no version 2.
 */
export const comentario: CommentReader = {
  format: 'comentario',
  detect: ({ text }) =>
    (/^\{\s*"version"\s*:\s*"?3\b/.test(text) && hasKeys(text, 'pages')) ||
    (text.startsWith('{') && hasKeys(text, 'pageId', 'markdown', 'userCreated')) ||
    (text.startsWith('{') && hasKeys(text, 'commentHex', 'host', 'path')),
  read: readWithAuthors((fields, authors, place, options) => {
    if (isVersion1(fields)) return version1Comment(fields, authors, place, options)
    const id = textOf(fields.id)
    const parentId = textOf(fields.parentId)
    const authorId = textOf(fields.userCreated)
    const guestName = textOf(fields.authorName)
    const created = timeOf(fields.createdTime, options.timeZone)
    const { votes, losses } = netVotes(countOf(fields.score))
    return {
      id,
      parentId: parentId === zeroId ? '' : parentId,
      pageId: textOf(fields.pageId),
      place,
      status: statusOf(fields),
      ...(authors.get(authorId) ?? {
        authorName: guestName || (authorId === zeroId ? anonymousName : ''),
      }),
      content: textOf(fields.markdown),
      markup: 'markdown',
      createdAt: created.date,
      editedAt: timeOf(fields.editedTime, options.timeZone).date,
      isPinned: isSet(fields.isSticky),
      votes,
      ...(id && { anchor: `comentario-${id}` }),
      losses: [...losses, ...created.losses],
    }
  }),
}

/** Returns spam for a rejected comment, so that it is not public but can be restored. */
function statusOf(fields: Readonly<Record<string, unknown>>): SourceStatus {
  if (isSet(fields.isDeleted)) return 'deleted'
  if (isSet(fields.isPending)) return 'pending'
  return isSet(fields.isApproved) ? 'published' : 'spam'
}
