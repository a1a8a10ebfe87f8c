import 'server-only'
import { z } from 'zod'
import { readSignedToken, signedToken } from '@/lib/crypto/sign'
import { AppError } from '@/lib/errors'
import { errorText } from '@/lib/i18n/error-text'

/** Data that a ticket grants access to: all comments under addresses, and single comments. */
export type DataClaim = { addressIds: number[]; commentIds: number[] }

/** Lifetime of a ticket in minutes. */
export const dataTicketMinutes = 60

const ids = z.array(z.int().positive())
const payloadSchema = z.tuple([ids, ids, z.int()])

/** Issues a signed ticket to see and erase the data of a reader within an hour. */
export function issueDataTicket({ addressIds, commentIds }: DataClaim, now = new Date()): string {
  const until = now.getTime() + dataTicketMinutes * 60_000
  const payload = JSON.stringify([addressIds, commentIds, until])
  return signedToken('reader-data', Buffer.from(payload).toString('base64url'))
}

/** Returns the claim of a ticket; undefined if it is forged, incomplete or expired. */
export function readDataTicket(ticket: string, now = new Date()): DataClaim | undefined {
  const text = readSignedToken('reader-data', ticket)
  if (text === undefined) return undefined
  const [addressIds, commentIds, until] = payloadSchema.parse(
    JSON.parse(Buffer.from(text, 'base64url').toString()),
  )
  return until > now.getTime() ? { addressIds, commentIds } : undefined
}

/** Returns the claim of a ticket. @throws AppError `not-found` for a forged or expired ticket */
export function requireDataTicket(ticket: string): DataClaim {
  const claim = readDataTicket(ticket)
  if (!claim) throw new AppError('not-found', errorText('dataLink'))
  return claim
}

/** Returns the path of the page that a ticket opens. */
export function dataPath(ticket: string): string {
  return `/privacy/your-data/${ticket}`
}
