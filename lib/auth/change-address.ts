import 'server-only'
import { decrypt } from '@/lib/crypto/encrypt'
import { inTransaction, query } from '@/lib/db/client'
import { InvalidInput } from '@/lib/errors'
import { validationText } from '@/lib/i18n/error-text'
import { typedAddress } from '@/lib/mail/mail-address'
import { type Actor, requireRole } from './actor'
import { requireOwnPassword } from './change-password'
import { requireUniqueStaff } from './staff'
import { encryptStaffAddress } from './staff-address'

/**
 * Returns the e-mail address with which the staff member signs in; empty if it was encrypted with
 * an earlier secret.
 * @throws DatabaseUnavailable
 */
export async function getOwnAddress({ staffId }: Actor): Promise<string> {
  const { encryptedEmail } = await query((client) =>
    client.staff.findUniqueOrThrow({ where: { id: staffId } }),
  )
  return decrypt('staff-address', encryptedEmail) ?? ''
}

/**
 * Changes the e-mail address of the signed-in staff member, who must know the password. Links that
 * reset the password, which were sent to the previous address, end.
 * @throws AppError `unauthorized`; InvalidInput naming `email`, `email-taken` or `password`;
 * DatabaseUnavailable
 */
export async function changeAddress(
  actor: Actor | undefined,
  given: { email?: unknown; password?: unknown },
): Promise<void> {
  requireRole(actor, 'staff')
  const email = typedAddress.safeParse(given.email)
  if (!email.success) throw new InvalidInput([{ field: 'email', message: validationText('email') }])
  await requireOwnPassword(actor, given.password)
  const { staffId: id } = actor
  await inTransaction(async (tx) => {
    await requireUniqueStaff(tx, { id, email: email.data })
    await tx.staff.update({ where: { id }, data: encryptStaffAddress(email.data) })
    // The value of a reset link is the id of its staff member.
    await tx.staffVerification.deleteMany({ where: { value: id } })
  })
}
