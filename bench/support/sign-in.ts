import { randomBytes } from 'node:crypto'
import { sessionCookie } from '@/lib/http/session/session-cookie'
import type { BenchDatabase } from './prepare'

// The servers of the benchmark sign with this secret.
process.env.AUTH_SECRET ??= 'x'.repeat(32)

/** Adds a session of the owner and returns its cookie. */
export async function signIn(database: BenchDatabase): Promise<string> {
  const token = randomBytes(24).toString('hex')
  await database.sql(
    `INSERT INTO staff (id, name, email, role)
     VALUES ('bench', 'Bench', 'bench@sealed.invalid', 'owner') ON CONFLICT DO NOTHING`,
  )
  await database.sql(
    `INSERT INTO staff_sessions (id, token, staff_id, expires_at)
     VALUES ($1, $1, 'bench', now() + interval '1 day')`,
    [token],
  )
  return `session=${sessionCookie(token)}`
}
