import type { Actor } from '@/lib/auth/actor'
import { addSession } from '@/test/authorisation/sessions'
import { cronSecret } from '@/tools/prove/machines/server'

/** The headers of who may, as the blog's own pages send them, in a session of his own; of the timers, as they do. */
export async function headersOfStaff(
  origin: string,
  who: Pick<Actor, 'staffId'> | 'timer',
): Promise<Record<string, string>> {
  if (who === 'timer') return { Authorization: `Bearer ${cronSecret}` }
  const { cookie } = await addSession(who)
  return { Cookie: `session=${cookie}`, Origin: origin, 'Sec-Fetch-Site': 'same-origin' }
}
