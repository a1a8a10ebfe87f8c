import 'server-only'
import { encrypt } from '@/lib/crypto/encrypt'
import { query } from '@/lib/db/client'
import type { StaffMailData } from './staff-letter'

/** A link to be mailed to a staff member. */
export type StaffLink = {
  kind: 'invitation' | 'password-reset'
  /** The address, encrypted as `staff-address`. */
  to: string
  url: string
  /** Seconds until the link expires; after that, the mail is not sent. */
  seconds: number
}

/**
 * Queues a mail with a link for a staff member. The link is encrypted, so that a copy of the table
 * cannot be used to set a password.
 * @throws DatabaseUnavailable
 */
export async function queueStaffMail({ kind, to, url, seconds }: StaffLink): Promise<void> {
  const until = new Date(Date.now() + seconds * 1_000).toISOString()
  const data: StaffMailData = { to, link: encrypt('staff-link', url), until }
  await query((client) => client.outboxMail.create({ data: { kind, data } }))
}
