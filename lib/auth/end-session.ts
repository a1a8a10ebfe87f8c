import 'server-only'
import { query } from '@/lib/db/client'
import { type Actor, requireRole } from './actor'

/**
 * Ends one session of who is signed in: his own is signing out. One that is not his stays as it is.
 * @throws AppError `unauthorized`; DatabaseUnavailable
 */
export async function endSession(actor: Actor | undefined, sessionId: string): Promise<void> {
  requireRole(actor, 'moderator')
  await query(
    (client) =>
      client.$executeRaw`DELETE FROM staff_sessions WHERE id = ${sessionId} AND staff_id = ${actor.staffId}`,
  )
}

/**
 * Ends all sessions of who is signed in but the one he is in.
 * @throws AppError `unauthorized`; DatabaseUnavailable
 */
export async function endOtherSessions(actor: Actor | undefined): Promise<void> {
  requireRole(actor, 'moderator')
  await query(
    (client) =>
      client.$executeRaw`DELETE FROM staff_sessions WHERE staff_id = ${actor.staffId} AND id <> ${actor.sessionId}`,
  )
}
