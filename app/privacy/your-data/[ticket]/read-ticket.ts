import 'server-only'
import { AppError } from '@/lib/errors'
import { type DataClaim, readDataTicket } from '@/lib/mail/data-ticket'

/**
 * Whose data a link is for.
 * @throws AppError `not-found`: one that is forged answers like one that is over
 */
export function readTicket(ticket: string): DataClaim {
  const claim = readDataTicket(ticket)
  if (!claim)
    throw new AppError('not-found', 'This link is over, or was never made. Ask for a new one.')
  return claim
}
