import { createHmac } from 'node:crypto'
import { db } from '@/lib/db/client'
import { type AllowedStaff, addActor, permittedStaff, type Staff } from './actors'
import { addSession } from './sessions'

export type Stranger = { who: string; headers: Record<string, string> }

/** Signs a session like the blog, but with another secret. */
function signWithOtherSecret(token = ''): string {
  const hmac = createHmac('sha256', 'the secret of another blog').update(`session\n${token}`)
  return `${token}.${hmac.digest('base64url')}`
}

/** Returns the headers of all callers without permission. */
export async function addStrangers(allowed: AllowedStaff, staff: Staff): Promise<Stranger[]> {
  const { owner, moderator, writer } = staff
  const permitted = permittedStaff(allowed, staff)
  const { cookie } = await addSession(permitted[0] ?? owner)
  const others = [
    { who: 'a moderator', actor: moderator },
    { who: 'a writer', actor: writer },
    ...(allowed === 'author'
      ? [{ who: 'another writer', actor: await addActor('writer', 'Willem Writer') }]
      : []),
  ].filter(({ actor }) => !permitted.includes(actor))
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
    ...(await Promise.all(
      others.map(async ({ who, actor }) => ({
        who,
        headers: { Cookie: `session=${(await addSession(actor)).cookie}` },
      })),
    )),
  ]
}
