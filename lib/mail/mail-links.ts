import 'server-only'
import { isSigned, sign } from '@/lib/crypto/sign'

/** Which address a link is about. With its time of creation, so that no other database's row of that id is meant. */
export type NamedAddress = { id: number; createdAt: Date }

const validMs = 7 * 86_400_000

/**
 * What the verification mail leads with: signed, stored nowhere, and good for seven days.
 * @param commentId the comment that gave cause
 */
export function verificationToken(
  { id, createdAt }: NamedAddress,
  commentId: number,
  at = new Date(),
): string {
  const text = `${id}.${createdAt.getTime()}.${commentId}.${at.getTime() + validMs}`
  return `${text}.${sign('verify-address', text)}`
}

export type Verification = { address: NamedAddress; commentId: number; isExpired: boolean }

/** What a verification token says; undefined for one that is forged, cut or of another kind. */
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

/** What every mail to a reader carries: it never expires, for nobody is to be kept from leaving. */
export function unsubscribeToken({ id, createdAt }: NamedAddress): string {
  const text = `${id}.${createdAt.getTime()}`
  return `${text}.${sign('unsubscribe', text)}`
}

/** The address that an unsubscribe token is of; undefined for one that is forged, cut or of another kind. */
export function readUnsubscribeToken(token: string): NamedAddress | undefined {
  const [id, createdAt] = read('unsubscribe', token, 2) ?? []
  return id === undefined || createdAt === undefined
    ? undefined
    : { id, createdAt: new Date(createdAt) }
}

/** The numbers that a token holds. The signature is looked at before anything else, and long before the database. */
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

/** Pages with a button: opening one does nothing. */
export const verificationPath = (token: string): string =>
  `/mail-links/verify?token=${encodeURIComponent(token)}`
export const unsubscribePath = (token: string): string =>
  `/mail-links/unsubscribe?token=${encodeURIComponent(token)}`
/** Where a mail program posts to by itself (RFC 8058). */
export const oneClickPath = (token: string): string =>
  `/api/unsubscribe?token=${encodeURIComponent(token)}`
