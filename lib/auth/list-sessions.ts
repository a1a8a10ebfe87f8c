import 'server-only'
import { query } from '@/lib/db/client'
import { type Actor, requireRole } from './actor'
import { isValidSession } from './find-session'

/** A signed-in browser of a staff member. */
export type Session = { id: string; userAgent: string; since: Date; lastUsed: Date; isOwn: boolean }

/**
 * Lists the valid sessions of the signed-in staff member: the current one first, then by last use.
 * @throws AppError `unauthorized`; DatabaseUnavailable
 */
export async function listSessions(actor: Actor | undefined): Promise<Session[]> {
  requireRole(actor, 'moderator')
  return query(
    (client) => client.$queryRaw<Session[]>`
      SELECT id, coalesce(user_agent, '') AS "userAgent", created_at AS since,
             updated_at AS "lastUsed", id = ${actor.sessionId} AS "isOwn"
        FROM staff_sessions WHERE staff_id = ${actor.staffId} AND ${isValidSession}
       ORDER BY id = ${actor.sessionId} DESC, updated_at DESC, id`,
  )
}
