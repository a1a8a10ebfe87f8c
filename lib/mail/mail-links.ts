import 'server-only'
import { readSignedToken, signedToken } from '@/lib/crypto/sign'
import { AppError } from '@/lib/errors'
import { Prisma } from '@/lib/generated/prisma/client'

/**
 * The address of a link. The creation time prevents a match with the same id in another database.
 */
export type AddressIdentity = { id: number; createdAt: Date }

const validMs = 7 * 86_400_000

/**
 * Returns the token of a verification mail: signed, not stored, and valid for seven days.
 * @param commentId the comment that caused the mail
 */
export function verificationToken(
  { id, createdAt }: AddressIdentity,
  commentId: number,
  at = new Date(),
): string {
  const until = at.getTime() + validMs
  return signedToken('verify-address', `${id}.${createdAt.getTime()}.${commentId}.${until}`)
}

export type Verification = { address: AddressIdentity; commentId: number; isExpired: boolean }

/** Returns the content of a verification token; undefined if it is forged. */
export function readVerificationToken(token: string, at = new Date()): Verification | undefined {
  const [id, createdAt, commentId, until] = read('verify-address', token)
  if (id === undefined || createdAt === undefined || commentId === undefined || until === undefined)
    return undefined
  return {
    address: { id, createdAt: new Date(createdAt) },
    commentId,
    isExpired: until < at.getTime(),
  }
}

/** Returns the token in the footer of every mail to a reader. It never expires. */
export function unsubscribeToken({ id, createdAt }: AddressIdentity): string {
  return signedToken('unsubscribe', `${id}.${createdAt.getTime()}`)
}

/** Returns the address of an unsubscribe token; undefined if it is forged. */
export function readUnsubscribeToken(token: string): AddressIdentity | undefined {
  const [id, createdAt] = read('unsubscribe', token)
  return id === undefined || createdAt === undefined
    ? undefined
    : { id, createdAt: new Date(createdAt) }
}

/** Returns the numbers in a signed token; none if it is forged. */
function read(purpose: 'verify-address' | 'unsubscribe', token: string): number[] {
  return readSignedToken(purpose, token)?.split('.').map(Number) ?? []
}

/** Paths of pages with a button. Opening them changes nothing. */
export const verificationPath = (token: string): string =>
  `/mail-links/verify?token=${encodeURIComponent(token)}`
export const unsubscribePath = (token: string): string =>
  `/mail-links/unsubscribe?token=${encodeURIComponent(token)}`
/** Path for one-click requests by mail programs (RFC 8058). */
export const oneClickPath = (token: string): string =>
  `/api/unsubscribe?token=${encodeURIComponent(token)}`

/**
 * Returns the error of an invalid or expired link, for a page that shows it.
 * @throws any other error
 */
export function linkError(error: unknown): AppError {
  if (error instanceof AppError && /^link-(?:invalid|expired)$/.test(error.code)) return error
  throw error
}

/** Returns the id of the row of an address, or of the row into which it was merged, or NULL. */
export function addressIdOf({ id, createdAt }: AddressIdentity): Prisma.Sql {
  return Prisma.sql`(SELECT coalesce(named.merged_into_id, named.id) FROM reader_addresses AS named
    WHERE named.id = ${id} AND named.created_at = ${createdAt})`
}
