import 'server-only'
import { z } from 'zod'
import { encrypt } from '@/lib/crypto/encrypt'
import type { Prisma } from '@/lib/generated/prisma/client'

/** Data of an e-mail with a link for a staff member, until it is sent. */
export const staffMailData = z.object({
  /** The address, encrypted as `staff-address`. */
  to: z.string(),
  /** The link, encrypted as `staff-link`, because it grants access. */
  link: z.string(),
  /** Expiry of the link, after which the e-mail is not sent. */
  until: z.iso.datetime(),
  /** The language of the recipient; null for the blog's language. */
  language: z.string().nullish(),
})

type StaffLink = {
  kind: 'invitation' | 'password-reset' | 'second-factor-off'
  /** The address, encrypted as `staff-address`. */
  to: string
  url: string
  /** Seconds until the link expires. */
  seconds: number
  language: string | null
}

/**
 * Queues an e-mail with a link for a staff member. The link is encrypted, so that a copy of the
 * table cannot be used to set a password.
 */
export async function queueStaffMail(
  client: Pick<Prisma.TransactionClient, 'outboxMail'>,
  { kind, to, url, seconds, language }: StaffLink,
): Promise<void> {
  const until = new Date(Date.now() + seconds * 1_000).toISOString()
  const link = encrypt('staff-link', url)
  const data: z.infer<typeof staffMailData> = { to, link, until, language }
  await client.outboxMail.create({ data: { kind, data } })
}
