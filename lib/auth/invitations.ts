import 'server-only'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { decrypt } from '@/lib/crypto/encrypt'
import { inTransaction, query } from '@/lib/db/client'
import { InvalidInput } from '@/lib/errors'
import { validationText } from '@/lib/i18n/error-text'
import { typedAddress } from '@/lib/mail/mail-address'
import { type Actor, requireRole } from './actor'
import { createLink, redeemLink } from './one-time-link'
import { hashPassword, newPassword } from './password'
import { addStaff, requireUniqueStaff, staffName } from './staff'
import { encryptStaffAddress } from './staff-address'

/** The roles that someone can be invited to. */
export const invitedRole = z.enum(['moderator', 'writer'])
type InvitedRole = z.infer<typeof invitedRole>

/**
 * Invites someone to be a moderator or writer. If mail is configured, the link is mailed as well.
 * @returns the link, which expires in seven days and works once
 * @throws AppError `unauthorized`, `forbidden`; InvalidInput naming `email`, `email-taken`;
 * DatabaseUnavailable
 */
export async function inviteStaff(
  actor: Actor | undefined,
  given: unknown,
  role: InvitedRole = 'moderator',
): Promise<string> {
  requireRole(actor, 'owner')
  const email = typedAddress.safeParse(given)
  if (!email.success) throw new InvalidInput([{ field: 'email', message: validationText('email') }])
  await query((client) => requireUniqueStaff(client, { id: '', email: email.data }))
  const { encryptedEmail } = encryptStaffAddress(email.data)
  const value = JSON.stringify({ sealed: encryptedEmail, role })
  return createLink('invitation', value, encryptedEmail)
}

/** The stored value of an invitation. Earlier versions invited only moderators. */
const invitationValue = z.object({ sealed: z.string(), role: invitedRole.default('moderator') })

/** Returns the address and the role in the stored value of an invitation. */
export function readInvitation(value: string): { address: string; role: InvitedRole } {
  const { sealed: encryptedEmail, role } = invitationValue.parse(JSON.parse(value))
  return { address: decrypt('staff-address', encryptedEmail) ?? '', role }
}

/**
 * Lists the open invitations for the owner, with masked addresses that the owner recognises:
 * “o…@example.org”.
 * @throws AppError `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function listInvitations(actor: Actor | undefined) {
  requireRole(actor, 'owner')
  const rows = await query((client) =>
    client.staffVerification.findMany({
      where: { identifier: { startsWith: 'invitation:' }, expiresAt: { gt: new Date() } },
      orderBy: { createdAt: 'asc' },
    }),
  )
  return rows.map(({ id, value, expiresAt }) => {
    const { address, role } = readInvitation(value)
    return { id, address: address.replace(/^(.).*(?=@)/u, '$1…'), role, until: expiresAt }
  })
}

/**
 * Revokes an invitation that has not been used yet.
 * @throws AppError `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function revokeInvitation(actor: Actor | undefined, id: string): Promise<void> {
  requireRole(actor, 'owner')
  const where = { id, identifier: { startsWith: 'invitation:' } }
  await query((client) => client.staffVerification.deleteMany({ where }))
}

/**
 * Creates a staff member from an invitation, which stays valid if this fails.
 * @param given `name` and `password`
 * @returns the id of the staff member
 * @throws InvalidInput naming `name`, `name-taken`, `new-password`, `email-taken`; AppError
 * `not-found` for an invalid link; DatabaseUnavailable
 */
export async function acceptInvitation(token: string, given: unknown): Promise<string> {
  const parsed = z.object({ name: staffName, password: newPassword }).safeParse(given)
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path[0] === 'name' ? 'name' : 'new-password'
    throw new InvalidInput([{ field, message: validationText('invitation') }])
  }
  const { name, password } = parsed.data
  const passwordHash = await hashPassword(password)
  return inTransaction(async (tx) => {
    const { address: email, role } = readInvitation(await redeemLink(tx, 'invitation', token))
    const added = { id: randomUUID(), name, email, role, passwordHash }
    await requireUniqueStaff(tx, added)
    await addStaff(tx, added)
    return added.id
  })
}
