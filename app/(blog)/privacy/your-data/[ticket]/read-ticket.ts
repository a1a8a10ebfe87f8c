import 'server-only'
import { AppError } from '@/lib/errors'
import { errorText } from '@/lib/i18n/error-text'
import { type DataClaim, readDataTicket } from '@/lib/mail/data-ticket'

/**
 * Returns the reader that a ticket is for.
 * @throws AppError `not-found` for both a forged and an expired ticket
 */
export function readTicket(ticket: string): DataClaim {
  const claim = readDataTicket(ticket)
  if (!claim) throw new AppError('not-found', errorText('dataLink'))
  return claim
}
