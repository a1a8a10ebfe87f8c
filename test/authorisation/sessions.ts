import { randomBytes } from 'node:crypto'
import type { Actor } from '@/lib/auth/actor'
import { db } from '@/lib/db/client'
import { sessionCookie } from '@/lib/http/session/session-cookie'

/**
 * Signs a user in without a password.
 * @returns the value of the cookie `session`; the server must have this process's `AUTH_SECRET`
 */
export async function addSession(
  { staffId }: Pick<Actor, 'staffId'>,
  expiresInMs = 3_600_000,
): Promise<{ id: string; cookie: string }> {
  const id = randomBytes(8).toString('hex')
  const token = randomBytes(16).toString('hex')
  await db().staffSession.create({
    data: { id, token, staffId, expiresAt: new Date(Date.now() + expiresInMs) },
  })
  return { id, cookie: sessionCookie(token) }
}
