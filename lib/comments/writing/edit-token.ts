import 'server-only'
import { sign, verifySignature } from '@/lib/crypto/sign'

/** The creation time prevents a match with the same id in another database. */
type CommentIdentity = { id: number; createdAt: Date }

/** Returns the signed token with which the author can edit or delete a comment. */
export function editToken({ id, createdAt }: CommentIdentity): string {
  return sign('edit-comment', `${id}.${createdAt.getTime()}`)
}

/** Returns whether a token is the edit token of a comment. */
export function isEditToken({ id, createdAt }: CommentIdentity, token: string): boolean {
  return verifySignature('edit-comment', `${id}.${createdAt.getTime()}`, token)
}

/** Minutes during which an author may edit a comment. */
export const editableMinutes = 15

/** Returns the time until which the author may edit a comment. */
export function editableUntil({ createdAt }: CommentIdentity): Date {
  return new Date(createdAt.getTime() + editableMinutes * 60_000)
}
