import 'server-only'
import { query } from '@/lib/db/client'
import { type Actor, requireRole } from './actor'
import { isValidSession } from './find-session'

/** One signed-in browser of somebody's. */
export type Session = { id: string; userAgent: string; since: Date; lastUsed: Date; isOwn: boolean }

/**
 * The sessions of who is signed in that hold, the one last used first.
 * @throws AppError `unauthorized`; DatabaseUnavailable
 */
export async function listSessions(actor: Actor | undefined): Promise<Session[]> {
  requireRole(actor, 'moderator')
  return query(
    (client) => client.$queryRaw<Session[]>`
      SELECT id, coalesce(user_agent, '') AS "userAgent", created_at AS since, updated_at AS "lastUsed", id = ${actor.sessionId} AS "isOwn"
        FROM staff_sessions WHERE staff_id = ${actor.staffId} AND ${isValidSession}
       ORDER BY id = ${actor.sessionId} DESC, updated_at DESC, id`,
  )
}
