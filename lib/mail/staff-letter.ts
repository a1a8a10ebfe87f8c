import 'server-only'
import { z } from 'zod'
import { unseal } from '@/lib/seal'
import type { Obsolete } from './compose-mail'
import type { DueMail } from './due-mail'
import { blogName } from './mail-settings'
import type { Letter } from './owner-letter'

/** What the rows of these mails hold until they are sent. */
const staffData = z.object({
  /** The address, sealed as `staff-address`. */
  to: z.string(),
  url: z.url({ protocol: /^https?$/ }),
})

/** Whom a mail to the staff goes to; undefined where that cannot be read. */
export function staffRecipient(data: unknown): string | undefined {
  const parsed = staffData.safeParse(data)
  return parsed.success ? unseal('staff-address', parsed.data.to) : undefined
}

/** An invitation, or the way to a new password. */
export function staffLetter({ kind, data }: DueMail): Letter | Obsolete {
  const parsed = staffData.safeParse(data)
  if (!parsed.success) return { obsolete: 'it leads nowhere' }
  const { url } = parsed.data
  if (kind === 'invitation') {
    return {
      subject: `Your invitation to ${blogName}`,
      blocks: [
        { say: `You are invited to judge comments on ${blogName}.` },
        { label: 'Accept, and choose a password', link: url },
        { say: 'If you did not expect this, do nothing.' },
      ],
    }
  }
  return {
    subject: `A new password for ${blogName}`,
    blocks: [
      { say: `Somebody asked for a new password for your sign-in to ${blogName}.` },
      { label: 'Choose a new password', link: url },
      { say: 'If that was not you, do nothing: the old one stays.' },
    ],
  }
}
