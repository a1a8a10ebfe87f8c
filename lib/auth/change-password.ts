import 'server-only'
import { query } from '@/lib/db/client'
import { InvalidInput } from '@/lib/errors'
import { type Actor, requireRole } from './actor'
import { hashPassword, isPassword, parseNewPassword, setPassword } from './password'
import { makeSessionToken } from './session'

/**
 * Changes the password of the signed-in staff member, who must know the current one. Ends all their
 * other sessions, deletes their reset links, and gives the current session a new token.
 * @param given `password`, `new_password` and `repeated`
 * @returns the session's new token
 * @throws AppError `unauthorized`; InvalidInput naming `password` or `new-password`;
 * DatabaseUnavailable
 */
export async function changePassword(
  actor: Actor | undefined,
  given: { password?: unknown },
): Promise<{ token: string }> {
  requireRole(actor, 'moderator')
  const { staffId, sessionId } = actor
  const password = parseNewPassword(given)
  const account = await query((client) =>
    client.staffAccount.findFirst({ where: { staffId, providerId: 'credential' } }),
  )
  if (!(await isPassword(String(given.password), account?.password)))
    throw new InvalidInput([{ field: 'password', message: 'is another one' }])
  const [hash, token] = [await hashPassword(password), makeSessionToken()]
  await query((client) =>
    client.$transaction(async (tx) => {
      await setPassword(tx, staffId, hash, sessionId)
      await tx.staffSession.updateMany({ where: { id: sessionId }, data: { token } })
    }),
  )
  return { token }
}
