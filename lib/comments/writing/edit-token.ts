import 'server-only'
import { isSigned, sign } from '@/lib/crypto/sign'

/** Which comment a token is for. With its time of writing, so that no other database's comment of that id is meant. */
type Named = { id: number; createdAt: Date }

/** What the author of a comment is given to change or delete it: signed, and stored nowhere. */
export function editToken({ id, createdAt }: Named): string {
  return sign('edit-comment', `${id}.${createdAt.getTime()}`)
}

export function isEditToken({ id, createdAt }: Named, token: string): boolean {
  return isSigned('edit-comment', `${id}.${createdAt.getTime()}`, token)
}

/** How long an author may change a comment. */
export const editableMinutes = 15

export function editableUntil({ createdAt }: Named): Date {
  return new Date(createdAt.getTime() + editableMinutes * 60_000)
}
