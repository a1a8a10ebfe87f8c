import { beforeAll, describe, expect, test } from 'vitest'
import { createOwner, resetOwner } from '@/lib/auth/create-owner'
import { decrypt } from '@/lib/crypto/encrypt'
import { db } from '@/lib/db/client'
import { AdminBrowser, formOf } from '@/test/admin-browser'
import { addSession } from '@/test/authorisation/sessions'
import { ownDatabase } from '@/test/database/database'
import { isNightly } from '@/test/nightly'
import { startServer, type TestServer } from '@/test/servers/server'

process.env.AUTH_SECRET = 'test secret of at least 32 characters'
const DATABASE_URL = await ownDatabase()
const email = 'olivia@example.org'

let server: TestServer
beforeAll(async () => {
  await createOwner({ email, password: 'the first password', name: 'Olivia' })
  server = await startServer({
    DATABASE_URL,
    TRUSTED_PROXY_HOPS: '1',
    SMTP_URL: 'smtp://127.0.0.1:9',
    SITE_URL: 'http://blog.example.org',
    MAIL_FROM: 'blog@example.org',
  })
})

const locationOf = (response: Response) => response.headers.get('location')
const request = (address: string) =>
  new AdminBrowser(server.url).submit('/admin/forgotten', 'Send reset link', { email: address })

async function newestLink(): Promise<string> {
  const [mail] = await db().outboxMail.findMany({
    where: { kind: 'password-reset' },
    orderBy: { id: 'desc' },
    take: 1,
  })
  const { to = '', link = '' }: { to?: string; link?: string } = Object(mail?.data)
  expect(decrypt('staff-address', to)).toBe(email)
  return decrypt('staff-link', link)?.replace('http://blog.example.org', '') ?? ''
}

const setAnew = (browser: AdminBrowser, link: string, password: string, repeated = password) =>
  browser.submit(link, 'Set password', { new_password: password, repeated })

async function signedInBrowser(): Promise<AdminBrowser> {
  const browser = new AdminBrowser(server.url)
  browser.cookies.set('session', (await addSession({ staffId: 'owner' })).cookie)
  return browser
}

describe('a forgotten password', () => {
  test('responds identically, and after at least 200 ms, for every address', async () => {
    const measure = async (address: string) => {
      const began = performance.now()
      const location = locationOf(await request(address))
      return { location, ms: performance.now() - began }
    }
    const known = await measure(email)
    const unknown = await measure('nobody@example.org')
    expect(known.location).toBe('/admin/forgotten?done=reset-sent')
    expect(unknown.location).toBe(known.location)
    for (const { ms } of [known, unknown]) expect(ms).toBeGreaterThanOrEqual(200)
    expect(await db().outboxMail.count()).toBe(1)
  })

  test('is reset by a single-use link, which ends all sessions', async () => {
    const link = await newestLink()
    const elsewhere = await signedInBrowser()
    const browser = new AdminBrowser(server.url)
    for (let time = 0; time < 3; time++) expect((await browser.open(link)).status).toBe(200)
    const html = (await browser.open(link)).text
    expect(locationOf(await setAnew(browser, link, 'short'))).toContain('error=new-password')
    expect(
      locationOf(await setAnew(browser, link, 'a second password', 'another one here')),
    ).toContain('error=new-password')
    expect(locationOf(await setAnew(browser, link, 'a second password'))).toBe(
      '/admin/sign-in?done=password-reset',
    )
    expect((await elsewhere.open('/admin/account')).path).toContain('/admin/sign-in')
    expect(
      locationOf(await new AdminBrowser(server.url).signIn(email, 'the first password')),
    ).toContain('error=unauthorized')
    expect(locationOf(await new AdminBrowser(server.url).signIn(email, 'a second password'))).toBe(
      '/admin',
    )
    const spent = await browser.open(link)
    expect(spent.status).toBe(404)
    expect(spent.text).toContain('This link is not valid')
    const twice = {
      method: 'POST',
      body: formOf(html, 'Set password', {
        new_password: 'a third password',
        repeated: 'a third password',
      }),
    }
    expect(locationOf(await browser.request(link, twice))).toContain('error=not-found')
  })

  test('cannot be reset by a forged, expired or superseded link', async () => {
    await request(email)
    const link = await newestLink()
    const browser = new AdminBrowser(server.url)
    const forged = link.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A'))
    expect((await browser.open(forged)).status).toBe(404)
    await db().staffVerification.updateMany({ data: { expiresAt: new Date(Date.now() - 1) } })
    expect((await browser.open(link)).status).toBe(404)

    await request(email)
    const older = await newestLink()
    expect((await browser.open(older)).status).toBe(200)
    await resetOwner({ email, password: 'a fourth password' })
    expect((await browser.open(older)).status).toBe(404)
  })

  test('sends at most three e-mails an hour to one address', async () => {
    const before = await db().outboxMail.count()
    for (let time = 0; time < 3; time++) await request(email)
    expect(await db().outboxMail.count()).toBe(before)
  })
})

if (isNightly)
  test('names the command if mail is not configured', async () => {
    const silent = await startServer({ DATABASE_URL, TRUSTED_PROXY_HOPS: '1' })
    const { text } = await new AdminBrowser(silent.url).open('/admin/forgotten')
    expect(text).toContain('npm run owner:create')
    expect(text).not.toContain('Send reset link')
  })

describe('account settings', () => {
  test('changing the password ends other sessions and renews the cookie', async () => {
    const here = await signedInBrowser()
    const elsewhere = await signedInBrowser()
    const before = here.cookies.get('session')
    const change = (fields: Record<string, string>) =>
      here.submit('/admin/account', 'Change password', fields)
    const passwords = { new_password: 'a fifth password', repeated: 'a fifth password' }
    expect(locationOf(await change({ ...passwords, password: 'not the present one' }))).toBe(
      '/admin/account?error=password',
    )
    expect(
      locationOf(
        await change({ password: 'a fourth password', new_password: 'short', repeated: 'short' }),
      ),
    ).toBe('/admin/account?error=new-password')
    expect((await elsewhere.open('/admin/account')).path).toBe('/admin/account')
    expect(locationOf(await change({ ...passwords, password: 'a fourth password' }))).toBe(
      '/admin/account?done=password-changed',
    )
    expect(here.cookies.get('session')).not.toBe(before)
    expect((await here.open('/admin/account')).path).toBe('/admin/account')
    expect((await elsewhere.open('/admin/account')).path).toContain('/admin/sign-in')
    here.cookies.set('session', before ?? '')
    expect((await here.open('/admin/account')).path).toContain('/admin/sign-in')
  })

  test('lists sessions and ends them one by one or all at once', async () => {
    await db().staffSession.deleteMany()
    const here = await signedInBrowser()
    const second = await signedInBrowser()
    const third = await signedInBrowser()
    expect((await here.open('/admin/account')).text.match(/>End session<\/button>/g)).toHaveLength(
      2,
    )
    await here.submit('/admin/account', 'End session')
    const left = await Promise.all(
      [second, third].map(
        async (browser) => (await browser.open('/admin/account')).path === '/admin/account',
      ),
    )
    expect(left.filter(Boolean)).toHaveLength(1)
    expect(locationOf(await here.submit('/admin/account', 'End all other sessions'))).toBe(
      '/admin/account?done=sessions-ended',
    )
    expect(await db().staffSession.count()).toBe(1)
  })

  test('a session expires 30 days after its last use', async () => {
    const { id, cookie } = await addSession({ staffId: 'owner' }, 60_000)
    await db().$executeRaw`UPDATE staff_sessions SET updated_at = now() - interval '5 minutes'
        WHERE id = ${id}`
    const browser = new AdminBrowser(server.url)
    browser.cookies.set('session', cookie)
    await browser.open('/admin/account')
    const { expiresAt } = await db().staffSession.findUniqueOrThrow({ where: { id } })
    expect(Math.abs(expiresAt.getTime() - Date.now() - 30 * 86_400_000)).toBeLessThan(60_000)
  })

  test('a session is not extended beyond 90 days after sign-in', async () => {
    const { id, cookie } = await addSession({ staffId: 'owner' }, 60_000)
    await db().$executeRaw`UPDATE staff_sessions
        SET created_at = now() - interval '80 days', updated_at = now() - interval '5 minutes'
          WHERE id = ${id}`
    const browser = new AdminBrowser(server.url)
    browser.cookies.set('session', cookie)
    expect((await browser.open('/admin/account')).path).toBe('/admin/account')
    const { expiresAt } = await db().staffSession.findUniqueOrThrow({ where: { id } })
    expect(Math.abs(expiresAt.getTime() - Date.now() - 10 * 86_400_000)).toBeLessThan(60_000)
  })

  test('a session ends 90 days after sign-in, even if an older version extended it', async () => {
    const { id, cookie } = await addSession({ staffId: 'owner' }, 20 * 86_400_000)
    await db().$executeRaw`UPDATE staff_sessions SET created_at = now() - interval '90 days'
        WHERE id = ${id}`
    const browser = new AdminBrowser(server.url)
    browser.cookies.set('session', cookie)
    expect((await browser.open('/admin/account')).path).toContain('/admin/sign-in')
  })
})
