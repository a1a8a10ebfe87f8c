import 'server-only'
import { query } from '@/lib/db'
import { type Actor, actorOf, type StaffRole } from './actor'
import { sessionRenewSeconds, sessionSeconds } from './session-lifetime'

type Row = { sessionId: string; staffId: string; name: string; role: StaffRole }

/**
 * Who a session is of, as long as it holds; its use lets it last longer. One statement: read, and at most once a minute
 * noted. A role that was taken away holds no longer from the next request on.
 * @throws DatabaseAway
 */
export async function findSession(token: string): Promise<Actor | undefined> {
  const [row] = await query(
    (client) => client.$queryRaw<Row[]>`
      WITH used AS (
        UPDATE staff_sessions
           SET updated_at = now(), expires_at = now() + make_interval(secs => ${sessionSeconds})
         WHERE token = ${token} AND expires_at > now() AND updated_at < now() - make_interval(secs => ${sessionRenewSeconds})
      )
      SELECT staff_sessions.id AS "sessionId", staff_id AS "staffId", staff.name, staff.role::text AS role
        FROM staff_sessions JOIN staff ON staff.id = staff_id
       WHERE token = ${token} AND expires_at > now()`,
  )
  return row && actorOf(row)
}
