import 'server-only'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { readSignedToken, signedToken } from '@/lib/crypto/sign'
import { AppError } from '@/lib/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { errorText } from '@/lib/i18n/error-text'
import { dayMs } from '@/lib/text/day'

/**
 * The address of a link. The creation time prevents a match with the same id in another database.
 */
export type AddressIdentity = { id: number; createdAt: Date }

/** The number of days for which verification links in e-mails are valid. */
export const verificationLinkDays = 7

/**
 * Returns the token of a verification e-mail: signed, not stored, and valid for seven days.
 * @param commentId the comment that caused the e-mail; 0 if the reader follows a thread
 */
export function verificationToken(
  { id, createdAt }: AddressIdentity,
  commentId: number,
  at = new Date(),
): string {
  const until = at.getTime() + verificationLinkDays * dayMs
  return signedToken('verify-address', `${id}.${createdAt.getTime()}.${commentId}.${until}`)
}

/**
 * Returns the address and comment of a verification token.
 * @throws AppError `link-invalid` for a forged token, `link-expired`
 */
export function readVerificationToken(token: string) {
  const [id, createdAt, commentId, until] = read('verify-address', token)
  if (id === undefined || createdAt === undefined || commentId === undefined || until === undefined)
    throw invalidLink()
  if (until < Date.now()) throw new AppError('link-expired', errorText('mailLinkExpired'))
  return { address: { id, createdAt: new Date(createdAt) }, commentId }
}

/** Returns the error of a verification link that is forged, or whose address was deleted. */
export const invalidLink = () => new AppError('link-invalid', errorText('mailLinkGone'))

/**
 * Returns the token in the footer of every e-mail to a reader. It never expires.
 * @param threadId the thread that the reader stops following; without it, all e-mails stop
 */
export function unsubscribeToken({ id, createdAt }: AddressIdentity, threadId?: number): string {
  const numbers = [id, createdAt.getTime(), ...(threadId === undefined ? [] : [threadId])]
  return signedToken('unsubscribe', numbers.join('.'))
}

/**
 * Returns the address of an unsubscribe token, and its thread, if it names one.
 * @throws AppError `link-invalid` for a forged one
 */
export function readUnsubscribeToken(token: string) {
  const [id, createdAt, threadId] = read('unsubscribe', token)
  if (id === undefined || createdAt === undefined)
    throw new AppError('link-invalid', errorText('mailLink'))
  return { address: { id, createdAt: new Date(createdAt) }, threadId }
}

/** The number of days for which moderation links in e-mails are valid. */
export const moderationLinkDays = 14

/** The comment in an e-mail to staff, the recipient and the time of sending. */
export type ModerationLink = {
  staffId: string
  commentId: number
  status: string
  /** The digest of the quoted text, as `quoteDigest` returns it. */
  text: string
  sentAt: Date
}

const moderationLink = z.tuple([z.string(), z.int(), z.string(), z.string(), z.int()])

/** Returns a digest of the text of a comment and of its pending edit. */
export function quoteDigest(content: string, waitingContent: string | null): string {
  const text = JSON.stringify([content, waitingContent])
  return createHash('sha256').update(text).digest('base64url')
}

/** Returns the token of the links in an e-mail to staff: signed, not stored, valid for 14 days. */
export function moderationToken(link: ModerationLink): string {
  const { staffId, commentId, status, text, sentAt } = link
  const payload = JSON.stringify([staffId, commentId, status, text, sentAt.getTime()])
  return signedToken('moderate-comment', Buffer.from(payload).toString('base64url'))
}

/**
 * Returns the contents of a moderation token.
 * @throws AppError `link-invalid` for a forged token, `link-expired`
 */
export function readModerationToken(token: string): ModerationLink {
  const payload = readSignedToken('moderate-comment', token)
  if (payload === undefined) throw new AppError('link-invalid', errorText('mailLink'))
  const [staffId, commentId, status, text, sentAt] = moderationLink.parse(
    JSON.parse(Buffer.from(payload, 'base64url').toString()),
  )
  if (sentAt + moderationLinkDays * dayMs < Date.now())
    throw new AppError(
      'link-expired',
      errorText('moderationLinkExpired', { days: moderationLinkDays }),
    )
  return { staffId, commentId, status, text, sentAt: new Date(sentAt) }
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
export const moderationPath = (token: string, verdict?: string): string =>
  `/mail-links/moderate?${new URLSearchParams({ token, ...(verdict && { verdict }) })}`
/** Path for one-click requests by mail clients (RFC 8058). */
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
