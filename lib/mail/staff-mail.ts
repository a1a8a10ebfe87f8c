import 'server-only'
import { z } from 'zod'
import { decrypt, encrypt } from '@/lib/crypto/encrypt'
import { query } from '@/lib/db/client'
import { translator } from '@/lib/i18n/translator'
import type { DueMail, Obsolete } from './due-mail'
import type { MailContent } from './mail-body'
import type { Sender } from './mail-settings'

/** Data of these mails until they are sent. */
const staffData = z.object({
  /** The address, encrypted as `staff-address`. */
  to: z.string(),
  /** The link, encrypted as `staff-link`, because it grants access. */
  link: z.string(),
  /** Expiry of the link. */
  until: z.iso.datetime(),
})

type StaffMailData = z.infer<typeof staffData>

const linkUrl = z.url({ protocol: /^https?$/ })

/** Returns the recipient of a mail to staff; undefined if it cannot be decrypted. */
export function staffRecipient(data: unknown): string | undefined {
  const parsed = staffData.safeParse(data)
  return parsed.success ? decrypt('staff-address', parsed.data.to) : undefined
}

/** Composes an invitation or a password reset. */
export function staffMail({ kind, data }: DueMail, { blogName }: Sender): MailContent | Obsolete {
  const parsed = staffData.safeParse(data)
  if (!parsed.success) return { obsolete: 'invalid data' }
  if (Date.parse(parsed.data.until) <= Date.now()) return { obsolete: 'its link has expired' }
  const { data: url } = linkUrl.safeParse(decrypt('staff-link', parsed.data.link))
  if (url === undefined) return { obsolete: 'its link cannot be decrypted' }
  const t = translator('staffMail')
  const mail = kind === 'invitation' ? 'invitation' : 'password'
  return {
    subject: t(`${mail}.subject`, { blog: blogName }),
    blocks: [
      { say: t(`${mail}.text`, { blog: blogName }) },
      { label: t(`${mail}.link`), link: url },
      { say: t(`${mail}.unexpected`) },
    ],
  }
}

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
