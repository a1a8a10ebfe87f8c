import 'server-only'
import { randomBytes, randomUUID } from 'node:crypto'
import { query, queryRows } from '@/lib/db/client'
import { Prisma } from '@/lib/generated/prisma/client'
import { truncate } from '@/lib/text/truncate'
import { type Actor, actorOf, requireRole } from './actor'

const daySeconds = 86_400

/** A session expires when it has not been used for this long. */
const sessionSeconds = 30 * daySeconds
/** A session expires this long after sign-in, however often it is used. */
export const sessionSecondsMax = 90 * daySeconds
/** The use of a session is recorded at most once in this time, to save writes. */
const sessionRenewSeconds = 60

const endsAt = Prisma.sql`staff_sessions.created_at + make_interval(secs => ${sessionSecondsMax})`

/** The second condition covers sessions that an older version extended further. */
const isValid = Prisma.sql`(staff_sessions.expires_at > now() AND ${endsAt} > now())`

/** Generates a session secret: 192 random bits. */
export function makeSessionToken(): string {
  return randomBytes(24).toString('base64url')
}

/**
 * Creates a session for a staff member who has proved their identity.
 * @returns its token, for the cookie
 * @throws DatabaseUnavailable
 */
export async function createSession(staffId: string, userAgent: string): Promise<string> {
  const data = {
    id: randomUUID(),
    token: makeSessionToken(),
    staffId,
    userAgent: truncate(userAgent, 400),
    expiresAt: new Date(Date.now() + sessionSeconds * 1_000),
  }
  await query((client) => client.staffSession.create({ data }))
  return data.token
}

/** The columns of `staff` that make an actor. */
const actorColumns = Prisma.sql`
  staff.id AS "staffId", staff.name, staff.role::text AS role, staff.language,
  CASE WHEN staff.role = 'moderator' THEN staff.site_ids END AS "siteIds"`

/**
 * Returns the staff member of a valid session. Moves the expiry to 30 days from now, at most once a
 * minute and never beyond 90 days after sign-in. The role is read each time, so that a change takes
 * effect with the next request.
 * @throws DatabaseUnavailable
 */
export async function findSession(token: string): Promise<Actor | undefined> {
  const [row] = await queryRows<Omit<Actor, symbol>>`
    WITH used AS (
      UPDATE staff_sessions
         SET updated_at = now(),
             expires_at = least(now() + make_interval(secs => ${sessionSeconds}), ${endsAt})
       WHERE token = ${token} AND ${isValid}
         AND updated_at < now() - make_interval(secs => ${sessionRenewSeconds})
    )
    SELECT staff_sessions.id AS "sessionId", ${actorColumns}
      FROM staff_sessions JOIN staff ON staff.id = staff_id
     WHERE token = ${token} AND ${isValid}`
  return row && actorOf(row)
}

/**
 * Returns the recipient of an e-mail with a signed link as an actor with their current role;
 * undefined if they have been removed. Only for the action of the link, which needs no session.
 * @throws DatabaseUnavailable
 */
export async function findMailRecipient(staffId: string): Promise<Actor | undefined> {
  const [row] = await queryRows<Omit<Actor, symbol>>`
    SELECT '' AS "sessionId", ${actorColumns} FROM staff WHERE id = ${staffId}`
  return row && actorOf(row)
}

/** A signed-in browser of a staff member. */
export type Session = { id: string; userAgent: string; since: Date; lastUsed: Date; isOwn: boolean }

/**
 * Lists the valid sessions of the signed-in staff member: the current one first, then by last use.
 * @throws AppError `unauthorized`; DatabaseUnavailable
 */
export async function listSessions(actor: Actor | undefined): Promise<Session[]> {
  requireRole(actor, 'staff')
  return queryRows<Session>`
    SELECT id, coalesce(user_agent, '') AS "userAgent", created_at AS since,
           updated_at AS "lastUsed", id = ${actor.sessionId} AS "isOwn"
      FROM staff_sessions WHERE staff_id = ${actor.staffId} AND ${isValid}
     ORDER BY "isOwn" DESC, updated_at DESC, id`
}

/**
 * Ends one session of the signed-in staff member, or all except the current one.
 * @param id the session to end; if undefined, all except the current one
 * @throws AppError `unauthorized`; DatabaseUnavailable
 */
export async function endSessions(actor: Actor | undefined, id?: string): Promise<void> {
  requireRole(actor, 'staff')
  const where = { staffId: actor.staffId, id: id ?? { not: actor.sessionId } }
  await query((client) => client.staffSession.deleteMany({ where }))
}
