import { randomUUID } from 'node:crypto'
import { signed } from '@/e2e/support/sign'

/**
 * Signs a staff member in, by default the owner, by adding a session to the database, because
 * sign-ins are rate limited.
 * @returns the value of the `session` cookie
 */
export async function addSession(
  database: { query: (text: string, values: unknown[]) => Promise<unknown> },
  staffId?: string,
): Promise<string> {
  const token = randomUUID()
  await database.query(
    `INSERT INTO staff_sessions (id, token, staff_id, expires_at)
     SELECT $1, $1, id, now() + interval '1 day' FROM staff
      WHERE CASE WHEN $2::text IS NULL THEN role = 'owner' ELSE id = $2 END`,
    [token, staffId],
  )
  return signed('session', token)
}
