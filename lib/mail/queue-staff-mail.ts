import 'server-only'
import { encrypt } from '@/lib/crypto/encrypt'
import { query } from '@/lib/db/client'
import type { StaffMailData } from './staff-letter'

/** A link that is mailed to one of the staff. */
export type StaffLink = {
  kind: 'invitation' | 'password-reset'
  /** The address, sealed as `staff-address`. */
  to: string
  url: string
  /** How long the link holds from now on: later it is not sent any more. */
  seconds: number
}

/**
 * Puts a link to one of the staff into the outbox. It is sealed there: who reads the table, or a copy of it, must not
 * be able to set a password.
 * @throws DatabaseUnavailable
 */
export async function queueStaffMail({ kind, to, url, seconds }: StaffLink): Promise<void> {
  const until = new Date(Date.now() + seconds * 1_000).toISOString()
  const data: StaffMailData = { to, link: encrypt('staff-link', url), until }
  await query((client) => client.outboxMail.create({ data: { kind, data } }))
}
