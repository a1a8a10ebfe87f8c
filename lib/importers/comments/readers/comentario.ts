import { commentRecord, hasKeys, type Row } from '@/lib/importers/comments/source-fields'
import type { CommentReader, SourceStatus } from '@/lib/importers/comments/source-record'
import { anonymous, readWithAuthors } from './commento'

/** The id of anonymous authors and of unset references. */
const zeroId = '00000000-0000-0000-0000-000000000000'

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
  read: readWithAuthors((row, authors) => {
    const id = row.text('id')
    const parentId = row.text('parentId')
    const authorId = row.text('userCreated')
    const authorName = row.text('authorName')
    const guest = authorId === zeroId && authorName === '' ? anonymous : { authorName }
    return [
      commentRecord(row.place, {
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
      }),
    ]
  }),
}

/** Returns spam for a rejected comment, so that it is not public but can be restored. */
function statusOf(row: Row): SourceStatus {
  if (row.isSet('isDeleted')) return 'deleted'
  if (row.isSet('isPending')) return 'pending'
  return row.isSet('isApproved') ? 'published' : 'spam'
}
