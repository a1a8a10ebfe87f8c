import 'server-only'
import { minimumDuration } from '@/lib/concurrency/minimum-duration'
import { query } from '@/lib/db/client'
import { env } from '@/lib/env'
import { createLink, redeemLink } from './one-time-link'
import { hashPassword, parseNewPassword, setPassword } from './password'
import { standInsOf } from './staff-address'

const answerMsMin = 200

/**
 * Queues a mail with a link to reset the password, if the address belongs to staff. Neither the
 * response nor its timing reveals whether it does (OWASP Forgot Password Cheat Sheet). Does nothing
 * if mail is not configured.
 * @throws DatabaseUnavailable
 */
export async function requestPasswordReset(email: string): Promise<void> {
  if (!env().SMTP_URL) return
  await minimumDuration(answerMsMin, async () => {
    const staff = await query((client) =>
      client.staff.findFirst({ where: { email: { in: standInsOf(email) } } }),
    )
    if (staff) await createLink('password-reset', staff.id, staff.sealedEmail)
  })
}

/**
 * Sets a new password with a reset link. Deletes all reset links of that person and ends their
 * sessions.
 * @param given `new_password` and `repeated`
 * @throws InvalidInput naming `new-password`; AppError `not-found` for an invalid link;
 * DatabaseUnavailable
 */
export async function resetPassword(token: string, given: unknown): Promise<void> {
  const hash = await hashPassword(parseNewPassword(given))
  await query((client) =>
    client.$transaction(async (tx) => {
      await setPassword(tx, await redeemLink(tx, 'password-reset', token), hash)
    }),
  )
}
