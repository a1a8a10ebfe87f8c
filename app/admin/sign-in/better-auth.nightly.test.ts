import { expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { AdminBrowser } from '@/test/admin-browser'
import { ownDatabase } from '@/test/database/database'
import { startServer } from '@/test/servers/server'

const AUTH_SECRET = 'a secret of the tests that is 32 long at least'
const DATABASE_URL = await ownDatabase()

// Rows and a cookie that version 1.0.0 made with Better Auth 1.7.5 and the secret above.
const login = { email: 'olivia@example.org', password: 'Ｆｉｘｔｕｒｅ ﬁve ﬂags é and ç' }
const owner = {
  id: 'owner',
  name: 'Olivia',
  email: '32d88597450c74b82dbb364e4270e6a0db9dec9627a9abd5775483191d5a4fa9@sealed.invalid',
  encryptedEmail: 'ciX4rocwGMoYPsgfhIVX7ltPvImAKQYvbW-3Xj6PFuqDnu1Bn_3ETXYbm76RnQ',
  role: 'owner',
} as const
const account = {
  id: '742f74a3e9b1355f6108ef27f5469759',
  accountId: 'owner',
  providerId: 'credential',
  password:
    '700a5f450e82a8f4c729257aefd6cf71:83915c306dab3767fa5568b000b33b893c9ed2bc71a6233649e52fee8c' +
    'feed1b393359363f10e38472ce4b7bf5a31f2e6414daa72994127cc672b005e82dd224',
}
const session = {
  id: '3bIEyTchn22Xb4atD2Di0PgwRgnaqWkb',
  token: 'faXSgty93urywvTsEzeSqfeNEQcoN68U',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
}
const cookie = `${session.token}.-iAcNu6eJXcC47xgFaBhl2vW_wiorYCw69BrOi46gx4`

test('sessions and passwords made with Better Auth are still valid', async () => {
  const expiresAt = new Date(Date.now() + 60_000)
  await db().staff.create({
    data: {
      ...owner,
      accounts: { create: account },
      sessions: { create: { ...session, expiresAt } },
    },
  })
  const server = await startServer({ DATABASE_URL, AUTH_SECRET })
  const browser = new AdminBrowser(server.url)
  browser.cookies.set('session', cookie)
  const page = await browser.open('/admin/account')
  expect(page.path).toBe('/admin/account')
  expect(page.text).toContain('Firefox on Linux')
  const response = await new AdminBrowser(server.url).signIn(login.email, login.password)
  expect(response.headers.get('location')).toBe('/admin')
})
