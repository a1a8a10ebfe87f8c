import 'server-only'
import { z } from 'zod'
import { query } from '@/lib/db/client'
import { env } from '@/lib/env'
import { InvalidInput } from '@/lib/errors'
import { queueStaffMail } from '@/lib/mail/queue-staff-mail'
import { type Actor, requireRole } from './actor'
import { keepLink, makeLinkToken, siteUrl } from './one-time-link'
import { addressInput, sealStaffAddress, standInsOf } from './staff-address'

const invitationSeconds = 7 * 86_400

/** The stored value of an invitation: the hashed and encrypted address of the invited person. */
export const invitation = z.object({ email: z.string(), sealed: z.string() })

/**
 * Invites somebody to be a moderator. If mail is configured, the link is mailed as well.
 * @returns the link, which expires in seven days and works once
 * @throws AppError `unauthorized`, `forbidden`; InvalidInput naming `email`, `email-taken`;
 * DatabaseUnavailable
 */
export async function inviteModerator(actor: Actor | undefined, given: unknown): Promise<string> {
  requireRole(actor, 'owner')
  const email = addressInput.safeParse(given)
  if (!email.success)
    throw new InvalidInput([{ field: 'email', message: 'must be an e-mail address' }])
  const taken = await query((client) =>
    client.staff.count({ where: { email: { in: standInsOf(email.data) } } }),
  )
  if (taken > 0)
    throw new InvalidInput([{ field: 'email-taken', message: 'is among the staff already' }])
  const address = sealStaffAddress(email.data)
  const token = makeLinkToken('invitation')
  const url = siteUrl(`/invitations/${token}`)
  await keepLink('invitation', token, JSON.stringify(address), invitationSeconds)
  if (env().SMTP_URL)
    await queueStaffMail({
      kind: 'invitation',
      to: address.sealed,
      url,
      seconds: invitationSeconds,
    })
  return url
}
