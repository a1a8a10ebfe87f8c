import { createHmac } from 'node:crypto'
import type { Actor } from '@/lib/auth/actor'
import { db } from '@/lib/db/client'
import { addSession } from './sessions'

export type Stranger = { who: string; headers: Record<string, string> }

/** Signs a session like the blog, but with another secret. */
function signWithOtherSecret(token = ''): string {
  const hmac = createHmac('sha256', 'the secret of another blog').update(`session\n${token}`)
  return `${token}.${hmac.digest('base64url')}`
}

/** Returns the headers of all callers without permission. */
export async function addStrangers(
  may: 'staff' | 'owner',
  { owner, moderator }: { owner: Actor; moderator: Actor },
): Promise<Stranger[]> {
  const { cookie } = await addSession(may === 'owner' ? owner : moderator)
  const { cookie: expired } = await addSession(owner, -1_000)
  const { cookie: ended, id } = await addSession(owner)
  await db().staffSession.delete({ where: { id } })
  const [token] = cookie.split('.')
  return [
    { who: 'nobody', headers: {} },
    { who: 'an expired session', headers: { Cookie: `session=${expired}` } },
    { who: 'a session that was ended', headers: { Cookie: `session=${ended}` } },
    { who: 'a token without our signature', headers: { Cookie: `session=${token}` } },
    {
      who: 'a token with a forged signature',
      headers: { Cookie: `session=${token}.${'A'.repeat(43)}` },
    },
    {
      who: 'a session of another blog',
      headers: { Cookie: `session=${signWithOtherSecret(token)}` },
    },
    {
      who: 'another site’s page',
      headers: {
        Cookie: `session=${cookie}`,
        Origin: 'https://evil.example',
        'Sec-Fetch-Site': 'cross-site',
      },
    },
    {
      who: 'another site’s page in an old browser',
      headers: { Cookie: `session=${cookie}`, Origin: 'https://evil.example' },
    },
    { who: 'a sandboxed frame', headers: { Cookie: `session=${cookie}`, Origin: 'null' } },
    ...(may === 'owner'
      ? [
          {
            who: 'a moderator',
            headers: { Cookie: `session=${(await addSession(moderator)).cookie}` },
          },
        ]
      : []),
  ]
}
