import 'server-only'
import { isSigned, sign } from '@/lib/crypto/sign'
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
  const text = `${id}.${createdAt.getTime()}.${commentId}.${at.getTime() + validMs}`
  return `${text}.${sign('verify-address', text)}`
}

export type Verification = { address: AddressIdentity; commentId: number; isExpired: boolean }

/**
 * Returns the content of a verification token; undefined if it is forged, incomplete or of another
 * kind.
 */
export function readVerificationToken(token: string, at = new Date()): Verification | undefined {
  const [id, createdAt, commentId, until] = read('verify-address', token, 4) ?? []
  if (id === undefined || createdAt === undefined || commentId === undefined || until === undefined)
    return undefined
  return {
    address: { id, createdAt: new Date(createdAt) },
    commentId,
    isExpired: until < at.getTime(),
  }
}

/**
 * Returns the token in the footer of every mail to a reader. It never expires, so that readers can
 * always unsubscribe.
 */
export function unsubscribeToken({ id, createdAt }: AddressIdentity): string {
  const text = `${id}.${createdAt.getTime()}`
  return `${text}.${sign('unsubscribe', text)}`
}

/**
 * Returns the address of an unsubscribe token; undefined if it is forged, incomplete or of another
 * kind.
 */
export function readUnsubscribeToken(token: string): AddressIdentity | undefined {
  const [id, createdAt] = read('unsubscribe', token, 2) ?? []
  return id === undefined || createdAt === undefined
    ? undefined
    : { id, createdAt: new Date(createdAt) }
}

/** Returns the numbers in a token after it has checked the signature. */
function read(
  purpose: 'verify-address' | 'unsubscribe',
  token: string,
  count: number,
): number[] | undefined {
  if (token.length > 200) return undefined
  const parts = token.split('.')
  const signature = parts.pop() ?? ''
  if (parts.length !== count || !isSigned(purpose, parts.join('.'), signature)) return undefined
  return parts.map(Number)
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
 * Returns the id of the address row in a link, or of the row that it was merged into when its
 * secret was rotated. NULL if there is none.
 */
export function addressIdOf({ id, createdAt }: AddressIdentity): Prisma.Sql {
  return Prisma.sql`(SELECT coalesce(named.merged_into_id, named.id) FROM reader_addresses AS named
    WHERE named.id = ${id} AND named.created_at = ${createdAt})`
}
