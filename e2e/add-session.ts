import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { signed } from './sign'

/**
 * Signs the owner in by adding a session to the database, because sign-ins are rate limited.
 * @returns the value of the `session` cookie
 */
export async function addSession(database: Pick<pg.Client, 'query'>): Promise<string> {
  const token = randomUUID()
  await database.query(
    `INSERT INTO staff_sessions (id, token, staff_id, expires_at)
     SELECT $1, $1, id, now() + interval '1 day' FROM staff WHERE role = 'owner'`,
    [token],
  )
  return signed('session', token)
}
