import 'server-only'
import { AppError } from '@/lib/errors'
import { commentIdMax } from './comment'

/** The top-level comment after which a page starts. */
export type CommentPosition = { createdAt: Date; id: number }

/** An opaque word for a position. */
export function encodeCursor({ createdAt, id }: CommentPosition): string {
  return Buffer.from(`${createdAt.getTime()}.${id}`).toString('base64url')
}

/** @throws AppError `invalid-parameters` for anything but what `encodeCursor` made. */
export function decodeCursor(cursor: string): CommentPosition {
  const [, time, id] = /^(\d{1,14})\.(\d{1,10})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  const position = { createdAt: new Date(Number(time)), id: Number(id) }
  if (encodeCursorSafely(position) !== cursor) {
    throw new AppError('invalid-parameters', 'The cursor is not one that this service gave out.', [
      { field: 'cursor', message: 'must be taken from a Link header, unchanged' },
    ])
  }
  return position
}

function encodeCursorSafely(position: CommentPosition): string | undefined {
  const isValid = Number.isFinite(position.createdAt.getTime()) && position.id <= commentIdMax
  return isValid ? encodeCursor(position) : undefined
}
