import { load } from 'cheerio'
import { TOTP } from 'otpauth'
import { beforeEach, expect, test } from 'vitest'
import { createOwner } from '@/lib/auth/create-owner'
import { db } from '@/lib/db/client'
import { AdminBrowser } from '@/test/admin-browser'
import { addSession } from '@/test/authorisation/sessions'
import { ownDatabase } from '@/test/database/database'
import { startServer, type TestServer } from '@/test/servers/server'

process.env.AUTH_SECRET = 'test secret of at least 32 characters'
const DATABASE_URL = await ownDatabase()
const owner = { email: 'olivia@example.org', password: 'a long enough password' }
await createOwner(owner)

let server: TestServer
beforeEach(async () => {
  await db().staffSecondFactor.deleteMany()
  // Attempts are limited per account.
  server = await startServer({ DATABASE_URL, TRUSTED_PROXY_HOPS: '1' })
})

/** Turns on the second factor in a browser without JavaScript. */
async function turnOn(): Promise<{ browser: AdminBrowser; app: TOTP; codes: string[] }> {
  const browser = new AdminBrowser(server.url)
  browser.cookies.set('session', (await addSession({ staffId: 'owner' })).cookie)
  await browser.submit('/admin/account', 'Set up', { password: owner.password })
  const page = load((await browser.open('/admin/account')).text)
  expect(page('img[alt="QR code with the key"]').attr('src')).toMatch(/^data:image\/svg\+xml,/)
  const app = new TOTP({ secret: String(page('input[aria-label="Key"]').attr('value')) })
  const response = await browser.submit('/admin/account', 'Continue', { code: app.generate() })
  const codes = load(await response.text())('textarea[aria-label="Recovery codes"]')
    .text()
    .split('\n')
  return { browser, app, codes }
}

const locationOf = (response: Response) => response.headers.get('location')?.replace(server.url, '')

test('asks for a code after the password, then opens the requested page', async () => {
  const { codes } = await turnOn()
  expect(codes).toHaveLength(10)
  const browser = new AdminBrowser(server.url)
  const next = '/admin/comments?status=spam'
  const response = await browser.signIn(owner.email, owner.password, next)
  const codePage = `/admin/sign-in/code?${new URLSearchParams({ next })}`
  expect(locationOf(response)).toBe(codePage)
  expect(browser.cookies.has('session')).toBe(false)
  const wrong = await browser.submit(codePage, 'Sign in', { code: '000000' })
  expect(locationOf(wrong)).toBe(`${codePage}&error=code`)
  expect((await browser.open(`${codePage}&error=code`)).text).toContain('The code is incorrect')
  expect(locationOf(await browser.submit(codePage, 'Sign in', { code: codes[0] ?? '' }))).toBe(next)
  expect((await browser.open('/admin/account')).text).toContain('9 recovery codes are left')
})

test('does not ask for a code before the password', async () => {
  await turnOn()
  const stranger = new AdminBrowser(server.url)
  expect((await stranger.open('/admin/sign-in/code')).path).toBe('/admin/sign-in?next=%2Fadmin')
})

test('allows five codes a minute', async () => {
  const { codes } = await turnOn()
  const browser = new AdminBrowser(server.url)
  await browser.signIn(owner.email, owner.password)
  for (let attempt = 0; attempt < 5; attempt++)
    await browser.submit('/admin/sign-in/code', 'Sign in', { code: '000000' })
  const last = await browser.submit('/admin/sign-in/code', 'Sign in', { code: codes[0] ?? '' })
  expect(locationOf(last)).toBe('/admin/sign-in/code?next=%2Fadmin&error=too-many-requests')
})

test('turns off two-factor authentication with the password', async () => {
  const { browser } = await turnOn()
  await browser.submit('/admin/account', 'Turn off', { password: 'wrong' })
  expect((await browser.open('/admin/account')).text).toContain('authentication is on')
  await browser.submit('/admin/account', 'Turn off', { password: owner.password })
  const other = new AdminBrowser(server.url)
  expect(locationOf(await other.signIn(owner.email, owner.password))).toBe('/admin')
})
