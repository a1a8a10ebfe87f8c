import 'server-only'
import { query } from '@/lib/db/client'
import { Prisma } from '@/lib/generated/prisma/client'
import { type Actor, actorOf, type StaffRole } from './actor'
import { sessionRenewSeconds, sessionSeconds, sessionSecondsMax } from './session-lifetime'

type Row = { sessionId: string; staffId: string; name: string; role: StaffRole }

const endsAt = Prisma.sql`staff_sessions.created_at + make_interval(secs => ${sessionSecondsMax})`

/**
 * The condition for a session that has not expired. The second half covers sessions that an older
 * version extended further.
 */
export const isValidSession = Prisma.sql`(staff_sessions.expires_at > now() AND ${endsAt} > now())`

/**
 * Returns the owner of a valid session and extends the session: at most once a minute, by 30 days,
 * and not beyond 90 days after sign-in. The role is read each time, so that a change takes effect
 * with the next request.
 * @throws DatabaseUnavailable
 */
export async function findSession(token: string): Promise<Actor | undefined> {
  const [row] = await query(
    (client) => client.$queryRaw<Row[]>`
      WITH used AS (
        UPDATE staff_sessions
           SET updated_at = now(),
               expires_at = least(now() + make_interval(secs => ${sessionSeconds}), ${endsAt})
         WHERE token = ${token} AND ${isValidSession}
           AND updated_at < now() - make_interval(secs => ${sessionRenewSeconds})
      )
      SELECT staff_sessions.id AS "sessionId", staff_id AS "staffId", staff.name,
             staff.role::text AS role
        FROM staff_sessions JOIN staff ON staff.id = staff_id
       WHERE token = ${token} AND ${isValidSession}`,
  )
  return row && actorOf(row)
}
