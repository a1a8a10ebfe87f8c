import 'server-only'
import { z } from 'zod'
import { isSigned, sign } from '@/lib/crypto/sign'

/** Whose data is meant: what was written under these addresses (one may have a row for each secret), and these comments. */
export type DataClaim = { addressIds: number[]; commentIds: number[] }

/** Minutes for which a ticket holds. */
export const dataTicketMinutes = 60

/** Longer than any that is issued. */
const ticketLengthMax = 6_000

const ids = z.array(z.int().positive())
const claimed = z.tuple([ids, ids, z.int()])

/**
 * A ticket to see and to erase what a reader wrote. It is signed and stored nowhere, and holds for an hour. It names
 * rows, never an address.
 */
export function issueDataTicket({ addressIds, commentIds }: DataClaim, now = new Date()): string {
  const until = now.getTime() + dataTicketMinutes * 60_000
  const text = Buffer.from(JSON.stringify([addressIds, commentIds, until])).toString('base64url')
  return `${text}.${sign('reader-data', text)}`
}

/** What a ticket is for; undefined for one that is forged, cut or expired. */
export function readDataTicket(ticket: string, now = new Date()): DataClaim | undefined {
  const [text = '', signature = '', ...rest] = ticket.split('.')
  if (
    ticket.length > ticketLengthMax ||
    rest.length > 0 ||
    !isSigned('reader-data', text, signature)
  )
    return undefined
  const [addressIds, commentIds, until] = claimed.parse(
    JSON.parse(Buffer.from(text, 'base64url').toString()),
  )
  return until > now.getTime() ? { addressIds, commentIds } : undefined
}

/** Where a ticket leads: the path of the page, below the site's own address. */
export function dataPath(ticket: string): string {
  return `/privacy/your-data/${ticket}`
}
