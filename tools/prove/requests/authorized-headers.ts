import type { Actor } from '@/lib/auth/actor'
import { addSession } from '@/test/authorisation/sessions'
import { cronSecret } from '@/tools/prove/machines/server'

/**
 * Returns the headers of a permitted request: for staff, those of the blog's own pages in a new
 * session; for timers, theirs.
 */
export async function authorizedHeaders(
  origin: string,
  who: Pick<Actor, 'staffId'> | 'timer',
): Promise<Record<string, string>> {
  if (who === 'timer') return { Authorization: `Bearer ${cronSecret}` }
  const { cookie } = await addSession(who)
  return { Cookie: `session=${cookie}`, Origin: origin, 'Sec-Fetch-Site': 'same-origin' }
}
