import 'server-only'
import { hashPassword } from 'better-auth/crypto'
import { query } from '@/lib/db/client'
import { AppError, InvalidInput } from '@/lib/errors'
import { linkIdentifier, readLink } from './one-time-link'
import { newPassword } from './password-rule'

/**
 * Sets a new password with a reset link. The same statement deletes all reset links of that person
 * and ends their sessions.
 * @param given the new password, twice
 * @throws InvalidInput naming `new-password`; AppError `not-found` for an invalid link;
 * DatabaseUnavailable
 */
export async function resetPassword(
  token: string,
  given: { password: unknown; repeated: unknown },
): Promise<void> {
  const staffId = await readLink('password-reset', token)
  if (staffId === undefined) throw new AppError('not-found', 'This link does not hold.')
  const password = newPassword.safeParse(given.password)
  if (!password.success || password.data !== given.repeated) {
    throw new InvalidInput([
      { field: 'new-password', message: 'must have 12 to 200 characters, twice the same' },
    ])
  }
  const hash = await hashPassword(password.data)
  const changed = await query(
    (client) => client.$executeRaw`
      WITH used AS (
        DELETE FROM staff_verifications
          WHERE identifier = ${linkIdentifier('password-reset', token)} AND expires_at > now()
          RETURNING value
      ), others AS (
        DELETE FROM staff_verifications
         WHERE identifier LIKE 'password-reset:%'
           AND identifier <> ${linkIdentifier('password-reset', token)}
           AND value IN (SELECT value FROM used)
      ), ended AS (
        DELETE FROM staff_sessions WHERE staff_id IN (SELECT value FROM used)
      )
      UPDATE staff_accounts SET password = ${hash}, updated_at = now()
       WHERE provider_id = 'credential' AND staff_id IN (SELECT value FROM used)`,
  )
  if (changed === 0) throw new AppError('not-found', 'This link does not hold.')
}
