import 'server-only'
import { commentIdMax } from '@/lib/comments/comment'
import { AppError } from '@/lib/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { errorText, validationText } from '@/lib/i18n/error-text'

/** The top-level comment after which a page starts. */
export type CommentPosition = { createdAt: Date; id: number }

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

/** Returns true if `decodeCursor` accepts the cursor. */
export const isCursor = (cursor: string): boolean => readCursor(cursor) !== undefined

function readCursor(cursor: string): CommentPosition | undefined {
  const [, time, digits] =
    /^(\d{1,14})\.(\d{1,10})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  const createdAt = new Date(Number(time))
  const id = Number(digits)
  const isPosition = Number.isFinite(createdAt.getTime()) && id <= commentIdMax
  return isPosition && encodeCursor({ createdAt, id }) === cursor ? { createdAt, id } : undefined
}
