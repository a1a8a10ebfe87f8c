import 'server-only'
import { z } from 'zod'
import { minimumDuration } from '@/lib/concurrency/minimum-duration'
import { inTransaction, query } from '@/lib/db/client'
import { env } from '@/lib/env'
import { InvalidInput } from '@/lib/errors'
import type { Prisma } from '@/lib/generated/prisma/client'
import { validationText } from '@/lib/i18n/error-text'
import { type Actor, requireRole } from './actor'
import { createLink, redeemLink } from './one-time-link'
import { hashPassword, newPassword, verifyPassword } from './password'
import { makeSessionToken } from './session'
import { staffAddressHashes } from './staff-address'

/**
 * Returns the new password of a form.
 * @param given the fields `new_password` and `repeated`; the latter catches typing errors
 * @throws InvalidInput naming `new-password`
 */
function parseNewPassword(given: unknown): string {
  const parsed = z.object({ new_password: newPassword, repeated: z.string() }).safeParse(given)
  if (!parsed.success || parsed.data.new_password !== parsed.data.repeated) {
    throw new InvalidInput([{ field: 'new-password', message: validationText('newPassword') }])
  }
  return parsed.data.new_password
}

/** Stores a password hash, and ends the staff member's reset links and other sessions. */
export async function setPassword(
  tx: Prisma.TransactionClient,
  staffId: string,
  hash: string,
  currentSessionId = '',
): Promise<void> {
  const where = { staffId, providerId: 'credential' }
  await tx.staffAccount.updateMany({ where, data: { password: hash } })
  await tx.staffSession.deleteMany({ where: { staffId, id: { not: currentSessionId } } })
  // The value of a reset link is the id of its staff member.
  await tx.staffVerification.deleteMany({ where: { value: staffId } })
}

/**
 * Requires the current password of the signed-in staff member.
 * @throws InvalidInput naming `password`; DatabaseUnavailable
 */
export async function requireOwnPassword({ staffId }: Actor, given: unknown): Promise<void> {
  const account = await query((client) =>
    client.staffAccount.findFirst({ where: { staffId, providerId: 'credential' } }),
  )
  const password = z.string().max(1_000).safeParse(given).data ?? ''
  if (!(await verifyPassword(password, account?.password)))
    throw new InvalidInput([{ field: 'password', message: validationText('wrongPassword') }])
}

/**
 * Changes the password of the signed-in staff member, who must know the current one.
 * @param given `password`, `new_password` and `repeated`
 * @returns a new token for the current session; the others end
 * @throws AppError `unauthorized`; InvalidInput naming `password` or `new-password`;
 * DatabaseUnavailable
 */
export async function changePassword(actor: Actor | undefined, given: { password?: unknown }) {
  requireRole(actor, 'staff')
  const { staffId, sessionId } = actor
  const next = parseNewPassword(given)
  await requireOwnPassword(actor, given.password)
  const hash = await hashPassword(next)
  const token = makeSessionToken()
  await inTransaction(async (tx) => {
    await setPassword(tx, staffId, hash, sessionId)
    await tx.staffSession.updateMany({ where: { id: sessionId }, data: { token } })
  })
  return { token }
}

const responseMsMin = 200

/**
 * Queues an e-mail with a link to reset the password, if the address belongs to staff. Neither the
 * response nor its timing reveals whether it does (OWASP Forgot Password Cheat Sheet). Does nothing
 * if mail is not configured.
 * @throws DatabaseUnavailable
 */
export async function requestPasswordReset(email: string): Promise<void> {
  if (!env().SMTP_URL) return
  await minimumDuration(responseMsMin, async () => {
    const staff = await query((client) =>
      client.staff.findFirst({ where: { email: { in: staffAddressHashes(email) } } }),
    )
    if (staff) await createLink('password-reset', staff.id, staff.encryptedEmail, staff.language)
  })
}

/**
 * Sets a new password with a reset link, and ends all reset links and sessions of that person.
 * @param given `new_password` and `repeated`
 * @throws InvalidInput naming `new-password`; AppError `not-found` for an invalid link;
 * DatabaseUnavailable
 */
export async function resetPassword(token: string, given: unknown): Promise<void> {
  const hash = await hashPassword(parseNewPassword(given))
  await inTransaction(async (tx) => {
    await setPassword(tx, await redeemLink(tx, 'password-reset', token), hash)
  })
}
