import { beforeAll, describe, expect, test } from 'vitest'
import { createOwner } from '@/lib/auth/create-owner'
import { db } from '@/lib/db/client'
import { AdminBrowser } from '@/test/admin-browser'
import { addSession } from '@/test/authorisation/sessions'
import { ownDatabase } from '@/test/database/database'
import { isNightly } from '@/test/nightly'
import { startServer, type TestServer } from '@/test/servers/server'

const older = 'older test secret of at least 32 characters'
const newer = 'newer test secret of at least 32 characters'
process.env.AUTH_SECRET = older
const DATABASE_URL = await ownDatabase()
const owner = { email: 'Olivia@Example.org', password: 'a long enough password', name: 'Olivia' }

let server: TestServer
beforeAll(async () => {
  await createOwner(owner)
  server = await startServer({ DATABASE_URL, AUTH_SECRET: older, TRUSTED_PROXY_HOPS: '1' })
})

const locationOf = (response: Response) => response.headers.get('location')

describe('signing in', () => {
  test('redirects to the requested page and sets an HttpOnly, SameSite cookie', async () => {
    const browser = new AdminBrowser(server.url)
    const signInPage = await browser.open('/admin/account')
    expect(signInPage.path).toBe('/admin/sign-in?next=%2Fadmin%2Faccount')
    const response = await browser.submit(signInPage.path, 'Sign in', {
      email: owner.email,
      password: owner.password,
    })
    expect(response.status).toBe(303)
    expect(locationOf(response)).toBe('/admin/account')
    const cookie = response.headers.getSetCookie().find((line) => line.startsWith('session='))
    expect(cookie).toMatch(
      /^session=[\w-]+\.[\w-]+; Path=\/; .*Max-Age=7776000; HttpOnly; SameSite=lax$/i,
    )
    const account = await browser.open('/admin/account')
    expect(account.path).toBe('/admin/account')
    expect(account.text).toContain('Firefox on Linux')
  })

  test('accepts the address in any case and with surrounding spaces', async () => {
    expect(
      locationOf(await new AdminBrowser(server.url).signIn(' olivia@EXAMPLE.ORG ', owner.password)),
    ).toBe('/admin')
  })

  test('stores neither the address nor the network', async () => {
    const rows = JSON.stringify([
      await db().staff.findMany(),
      await db().staffSession.findMany(),
      await db().staffAccount.findMany(),
    ])
    expect(rows).not.toMatch(/olivia@/i)
    expect(rows).not.toContain('198.51.100')
    expect(await db().staffSession.count({ where: { ipAddress: { not: null } } })).toBe(0)
    expect(server.output()).not.toMatch(/olivia|198\.51\.100/i)
  })

  test('starts a new session, whatever cookies the browser sends', async () => {
    const browser = new AdminBrowser(server.url)
    browser.cookies.set('session', 'planted.by-somebody-else')
    await browser.signIn(owner.email, owner.password)
    const first = browser.cookies.get('session')
    expect(first).not.toBe('planted.by-somebody-else')
    await browser.submit('/admin/account', 'Sign out')
    expect(browser.cookies.has('session')).toBe(false)
    await browser.signIn(owner.email, owner.password)
    expect(browser.cookies.get('session')).not.toBe(first)
  })

  test.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/admin/..//evil.example',
    '/api/comments',
  ])('never redirects to %s', async (next) => {
    const browser = new AdminBrowser(server.url)
    const fields = { email: `from ${next}`, password: 'wrong', next }
    expect(locationOf(await browser.submit('/admin/sign-in', 'Sign in', fields))).toBe(
      '/admin/sign-in?next=%2Fadmin&error=unauthorized',
    )
    expect((await browser.open(`/admin/sign-in?${new URLSearchParams({ next })}`)).text).toContain(
      'name="next" value="/admin"',
    )
  })
})

describe('a wrong password', () => {
  test('returns the same response as an unknown address', async () => {
    const attempt = (email: string) =>
      new AdminBrowser(server.url).signIn(email, 'not the password at all')
    const known = await attempt(owner.email)
    const unknown = await attempt('nobody@example.org')
    expect(locationOf(known)).toBe('/admin/sign-in?next=%2Fadmin&error=unauthorized')
    expect(locationOf(unknown)).toBe(locationOf(known))
    expect([...known.headers.getSetCookie(), ...unknown.headers.getSetCookie()]).toEqual([])
  })

  test('returns the same response for 10 kB fields and invalid fields', async () => {
    for (const fields of [
      { email: owner.email, password: 'x'.repeat(10_000) },
      { email: `${'x'.repeat(10_000)}@example.org`, password: 'y' },
      { email: 'x\r\nBcc: y@example.org', password: 'y' },
    ]) {
      const response = await new AdminBrowser(server.url).signIn(fields.email, fields.password)
      expect(locationOf(response)).toBe('/admin/sign-in?next=%2Fadmin&error=unauthorized')
    }
  })
})

describe('a brute-force attack', () => {
  const outcome = (response: Response) =>
    new URL(locationOf(response) ?? '', server.url).searchParams.get('error') ?? 'in'

  test('from one network is blocked after five, even with the right password', async () => {
    const browser = new AdminBrowser(server.url)
    const outcomes: string[] = []
    for (let attempt = 0; attempt < 6; attempt++)
      outcomes.push(outcome(await browser.signIn(`guess-${attempt}@example.org`, 'wrong')))
    expect(outcomes).toEqual([
      ...Array.from({ length: 5 }, () => 'unauthorized'),
      'too-many-requests',
    ])
    expect(outcome(await browser.signIn(owner.email, owner.password))).toBe('too-many-requests')
  })

  test('does not lock the owner out of a browser that signed in before', async () => {
    const own = await startServer({ DATABASE_URL, AUTH_SECRET: older, TRUSTED_PROXY_HOPS: '1' })
    const browser = new AdminBrowser(own.url)
    await browser.signIn(owner.email, owner.password)
    await browser.submit('/admin/account', 'Sign out')
    for (let attempt = 0; attempt < 5; attempt++)
      await new AdminBrowser(own.url).signIn(owner.email, 'wrong')
    expect(outcome(await new AdminBrowser(own.url).signIn(owner.email, owner.password))).toBe(
      'too-many-requests',
    )
    expect(outcome(await browser.signIn(owner.email, owner.password))).toBe('in')
  })

  test('on one account is blocked after five attempts from any networks', async () => {
    const outcomes: string[] = []
    for (let attempt = 0; attempt < 7; attempt++)
      outcomes.push(
        outcome(await new AdminBrowser(server.url).signIn('target@example.org', 'wrong')),
      )
    expect(outcomes).toEqual([
      ...Array.from({ length: 5 }, () => 'unauthorized'),
      'too-many-requests',
      'too-many-requests',
    ])
  })
})

if (isNightly)
  test('rotating the secret keeps sessions, and signing in re-encrypts the address', async () => {
    const before = await db().staff.findUniqueOrThrow({ where: { id: 'owner' } })
    const { cookie } = await addSession({ staffId: 'owner' })
    const [rotated, afterwards] = await Promise.all(
      [`${newer},${older}`, newer].map((AUTH_SECRET) =>
        startServer({ DATABASE_URL, AUTH_SECRET, TRUSTED_PROXY_HOPS: '1' }),
      ),
    )
    const withOldCookie = (url = '') => {
      const browser = new AdminBrowser(url)
      browser.cookies.set('session', cookie)
      return browser
    }
    expect((await withOldCookie(rotated?.url).open('/admin/account')).path).toBe('/admin/account')
    expect(
      locationOf(await new AdminBrowser(rotated?.url ?? '').signIn(owner.email, owner.password)),
    ).toBe('/admin')
    const after = await db().staff.findUniqueOrThrow({ where: { id: 'owner' } })
    expect([after.email, after.encryptedEmail]).not.toContain(before.email)
    expect(after.encryptedEmail).not.toBe(before.encryptedEmail)
    // Without the old secret, its signatures are invalid; re-encrypted data remains readable.
    expect((await withOldCookie(afterwards?.url).open('/admin/account')).path).toContain(
      '/admin/sign-in',
    )
    expect(
      locationOf(await new AdminBrowser(afterwards?.url ?? '').signIn(owner.email, owner.password)),
    ).toBe('/admin')
  }, 120_000)

test('over https, the cookie is Secure and restricted to this host', async () => {
  const secure = await startServer({
    DATABASE_URL,
    AUTH_SECRET: `${newer},${older}`,
    SITE_URL: 'https://blog.example.org',
    TRUSTED_PROXY_HOPS: '1',
  })
  const response = await new AdminBrowser(secure.url).signIn(owner.email, owner.password)
  const isHint = (cookie: string) => cookie.startsWith('signed-in=')
  const cookies = response.headers.getSetCookie().filter((cookie) => !isHint(cookie))
  expect(response.headers.getSetCookie().filter(isHint)).toEqual([
    expect.stringMatching(/^signed-in=1; Path=\/; .*Secure; SameSite=lax$/i),
  ])
  expect(cookies).toHaveLength(2)
  for (const cookie of cookies)
    expect(cookie).toMatch(
      /^__Host-(?:session|known-browser)=.+; Path=\/; .*Secure; HttpOnly; SameSite=lax$/i,
    )
})
