import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { signed } from './sign'

/** Signs the owner in by a row: sign-ins are throttled. @returns the value of the cookie `session` */
export async function addSession(database: Pick<pg.Client, 'query'>): Promise<string> {
  const token = randomUUID()
  await database.query(
    `INSERT INTO staff_sessions (id, token, staff_id, expires_at) SELECT $1, $1, id, now() + interval '1 day' FROM staff WHERE role = 'owner'`,
    [token],
  )
  return signed('session', token)
}
