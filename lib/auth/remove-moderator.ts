import 'server-only'
import { query } from '@/lib/db/client'
import { type Actor, requireRole } from './actor'

/**
 * Removes a moderator: their sessions and reset links become invalid at once. Their posts, comments
 * and decisions stay. The owner cannot be removed.
 * @throws AppError `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function removeModerator(actor: Actor | undefined, staffId: string): Promise<void> {
  requireRole(actor, 'owner')
  await query(
    (client) => client.$executeRaw`
      WITH removed AS (
        DELETE FROM staff WHERE id = ${staffId} AND role = 'moderator' RETURNING id
      )
      DELETE FROM staff_verifications
       WHERE identifier LIKE 'password-reset:%' AND value IN (SELECT id FROM removed)`,
  )
}

/**
 * Withdraws an invitation that has not been used yet.
 * @throws AppError `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function withdrawInvitation(actor: Actor | undefined, id: string): Promise<void> {
  requireRole(actor, 'owner')
  await query(
    (client) =>
      client.$executeRaw`DELETE FROM staff_verifications
        WHERE id = ${id} AND identifier LIKE 'invitation:%'`,
  )
}
