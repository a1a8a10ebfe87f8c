import 'server-only'
import { randomBytes } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import { z } from 'zod'
import { decrypt } from '@/lib/crypto/encrypt'
import { query, violates } from '@/lib/db/client'
import { AppError, InvalidInput } from '@/lib/errors'
import { invitation } from './invite-moderator'
import { linkIdentifier, readLink } from './one-time-link'
import { newPassword } from './password-rule'
import { refuseTakenName } from './refuse-taken-name'
import { sealStaffAddress } from './staff-address'

/** A display name: one line, without invisible or bidirectional control characters. */
const staffName = z
  .string()
  .trim()
  .normalize('NFC')
  .min(1)
  .max(80)
  .refine((name) => name.isWellFormed() && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name))

const input = z.object({ name: staffName, password: newPassword })

/**
 * Creates a moderator from an invitation. The same statement deletes the link, so that of two
 * concurrent uses only one succeeds.
 * @param given `name` and `password`
 * @throws InvalidInput naming `name`, `name-taken`, `new-password`, `email-taken`; AppError
 * `not-found` for an invalid link; DatabaseUnavailable
 */
export async function acceptInvitation(token: string, given: unknown): Promise<void> {
  const kept = await readLink('invitation', token)
  if (kept === undefined) throw new AppError('not-found', 'This link does not hold.')
  const parsed = input.safeParse(given)
  if (!parsed.success) {
    const isName = parsed.error.issues.some(({ path }) => path[0] === 'name')
    throw new InvalidInput([
      { field: isName ? 'name' : 'new-password', message: 'is not as it must be' },
    ])
  }
  const { email, sealed } = currentAddress(kept)
  const hash = await hashPassword(parsed.data.password)
  const [id, accountId] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')]
  try {
    const made = await query((client) =>
      client.$transaction(async (tx) => {
        await refuseTakenName(tx, parsed.data.name, id)
        return tx.$executeRaw`
        WITH used AS (
          DELETE FROM staff_verifications
            WHERE identifier = ${linkIdentifier('invitation', token)} AND expires_at > now()
            RETURNING id
        ), made AS (
          INSERT INTO staff (id, name, email, sealed_email, role)
          SELECT ${id}, ${parsed.data.name}, ${email}, ${sealed}, 'moderator' FROM used RETURNING id
        )
        INSERT INTO staff_accounts (id, account_id, provider_id, staff_id, password)
        SELECT ${accountId}, id, 'credential', id, ${hash} FROM made`
      }),
    )
    if (made === 0) throw new AppError('not-found', 'This link does not hold.')
  } catch (error) {
    if (violates(error, 'email'))
      throw new InvalidInput([{ field: 'email-taken', message: 'is among the staff already' }])
    throw error
  }
}

/** Encrypts the address with the current secret, which may have been rotated meanwhile. */
function currentAddress(kept: string): { email: string; sealed: string } {
  const address = invitation.parse(JSON.parse(kept))
  const plain = decrypt('staff-address', address.sealed)
  return plain === undefined ? address : sealStaffAddress(plain)
}
