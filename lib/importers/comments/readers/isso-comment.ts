import { fieldOf, textOf, voteCountOf } from '@/lib/importers/comments/source-fields'
import type { SourceComment, SourceStatus } from '@/lib/importers/comments/source-record'
import { parseSourceTime } from '@/lib/importers/comments/source-time'

/** The states of Isso (`mode`). The column may be NULL, or absent in old versions. */
const statuses = new Map<string, SourceStatus>([
  ['', 'published'],
  ['1', 'published'],
  ['2', 'pending'],
  ['4', 'deleted'],
])

/**
 * Converts a row of Isso's table `comments`, or a comment of its generic JSON, which has the same
 * names and may have times as numbers in addition.
 */
export function issoComment(
  row: unknown,
  ids: Pick<SourceComment, 'id' | 'parentId' | 'pageId'>,
  place: string,
  timeZone: string,
): SourceComment {
  const text = (name: string) => textOf(fieldOf(row, name))
  const time = (name: string) =>
    [`${name}_epoch`, name]
      .map((field) => parseSourceTime(fieldOf(row, field), timeZone))
      .find(({ date }) => date)
  const created = time('created')
  const status = statuses.get(text('mode'))
  const hasVotes = fieldOf(row, 'likes') !== undefined || fieldOf(row, 'dislikes') !== undefined
  return {
    ...ids,
    place,
    status: status ?? 'pending',
    authorName: text('author'),
    authorEmail: text('email'),
    authorUrl: text('website'),
    content: text('text'),
    markup: 'markdown',
    createdAt: created?.date,
    editedAt: time('modified')?.date,
    ...(hasVotes && {
      votes: {
        up: voteCountOf(fieldOf(row, 'likes')),
        down: voteCountOf(fieldOf(row, 'dislikes')),
      },
    }),
    ...(text('id') !== '' && { anchor: `isso-${text('id')}` }),
    losses: [...(created?.losses ?? []), ...(status ? [] : ['status-unknown' as const])],
  }
}
