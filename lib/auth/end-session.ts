import 'server-only'
import { query } from '@/lib/db/client'
import { type Actor, requireRole } from './actor'

/**
 * Ends one session of the signed-in staff member; for the current session, this signs them out.
 * Other people's sessions are unaffected.
 * @throws AppError `unauthorized`; DatabaseUnavailable
 */
export async function endSession(actor: Actor | undefined, sessionId: string): Promise<void> {
  requireRole(actor, 'moderator')
  await query(
    (client) =>
      client.$executeRaw`DELETE FROM staff_sessions
        WHERE id = ${sessionId} AND staff_id = ${actor.staffId}`,
  )
}

/**
 * Ends all sessions of the signed-in staff member except the current one.
 * @throws AppError `unauthorized`; DatabaseUnavailable
 */
export async function endOtherSessions(actor: Actor | undefined): Promise<void> {
  requireRole(actor, 'moderator')
  await query(
    (client) =>
      client.$executeRaw`DELETE FROM staff_sessions
        WHERE staff_id = ${actor.staffId} AND id <> ${actor.sessionId}`,
  )
}
