import 'server-only'
import { generateRandomString, hashPassword, verifyPassword } from 'better-auth/crypto'
import { z } from 'zod'
import { query } from '@/lib/db/client'
import { InvalidInput } from '@/lib/errors'
import { type Actor, requireRole } from './actor'
import { newPassword } from './password-rule'

const input = z.object({ password: z.string(), new_password: newPassword, repeated: z.string() })

/**
 * Changes the password of the signed-in staff member, who must know the current one. Ends all their
 * other sessions, deletes their reset links, and gives the current session a new token.
 * @param given `password`, `new_password` and, to catch typing errors, `repeated`
 * @returns the session's new token
 * @throws AppError `unauthorized`; InvalidInput naming `password` or `new-password`;
 * DatabaseUnavailable
 */
export async function changePassword(
  actor: Actor | undefined,
  given: unknown,
): Promise<{ token: string }> {
  requireRole(actor, 'moderator')
  const { staffId, sessionId } = actor
  const parsed = input.safeParse(given)
  if (!parsed.success || parsed.data.new_password !== parsed.data.repeated) {
    throw new InvalidInput([
      { field: 'new-password', message: 'must have 12 to 200 characters, twice the same' },
    ])
  }
  const account = await query((client) =>
    client.staffAccount.findFirst({ where: { staffId, providerId: 'credential' } }),
  )
  if (
    !account?.password ||
    !(await verifyPassword({ hash: account.password, password: parsed.data.password }))
  ) {
    throw new InvalidInput([{ field: 'password', message: 'is another one' }])
  }
  const hash = await hashPassword(parsed.data.new_password)
  const token = generateRandomString(32)
  await query(
    (client) => client.$executeRaw`
      WITH changed AS (
        UPDATE staff_accounts SET password = ${hash}, updated_at = now() WHERE id = ${account.id}
      ), links AS (
        DELETE FROM staff_verifications
          WHERE identifier LIKE 'password-reset:%' AND value = ${staffId}
      ), ended AS (
        DELETE FROM staff_sessions WHERE staff_id = ${staffId} AND id <> ${sessionId}
      )
      UPDATE staff_sessions SET token = ${token} WHERE id = ${sessionId}`,
  )
  return { token }
}
