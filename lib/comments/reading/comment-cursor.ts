import 'server-only'
import { commentIdMax } from '@/lib/comments/comment'
import { AppError } from '@/lib/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { errorText, validationText } from '@/lib/i18n/error-text'

/** The top-level comment after which a page starts. */
type CommentPosition = { createdAt: Date; id: number }

/** Returns an opaque cursor for a position. */
export function encodeCursor({ createdAt, id }: CommentPosition): string {
  return Buffer.from(`${createdAt.getTime()}.${id}`).toString('base64url')
}

/**
 * Returns the position in a cursor.
 * @throws AppError `invalid-parameters` for anything that `encodeCursor` did not return
 */
export function decodeCursor(cursor: string): CommentPosition {
  const position = readCursor(cursor)
  if (position) return position
  throw new AppError('invalid-parameters', errorText('cursor'), [
    { field: 'cursor', message: validationText('cursor') },
  ])
}

/**
 * Returns the condition for rows of a table that follow a cursor in a list, newest first; without a
 * cursor, for all rows.
 * @throws as `decodeCursor`
 */
export function isAfterCursor(
  cursor: string | undefined,
  table: 'comments' | 'threads',
): Prisma.Sql {
  if (cursor === undefined) return Prisma.sql`true`
  const { createdAt, id } = decodeCursor(cursor)
  const row = Prisma.raw(table)
  return Prisma.sql`(${row}.created_at, ${row}.id)
    < (${createdAt.toISOString()}::timestamptz, ${id}::integer)`
}

/** Returns the position in a cursor; undefined for any other text. */
export function readCursor(cursor: string): CommentPosition | undefined {
  const [, time, id] = /^(\d{1,14})\.(\d{1,10})$/.exec(`${Buffer.from(cursor, 'base64url')}`) ?? []
  const position = { createdAt: new Date(Number(time)), id: Number(id) }
  return position.id <= commentIdMax && encodeCursor(position) === cursor ? position : undefined
}
