import { beforeAll, describe, expect, test } from 'vitest'
import { createOwner } from '@/lib/auth/create-owner'
import { decrypt } from '@/lib/crypto/encrypt'
import { db } from '@/lib/db/client'
import { AdminBrowser, formOf } from '@/test/admin-browser'
import { ownDatabase } from '@/test/database/database'
import { startServer, type TestServer } from '@/test/servers/server'

process.env.AUTH_SECRET = 'test secret of at least 32 characters'
const DATABASE_URL = await ownDatabase()
const owner = { email: 'olivia@example.org', password: 'a long enough password', name: 'Olivia' }
const password = 'the moderator’s password'

let server: TestServer
let admin: AdminBrowser
beforeAll(async () => {
  await createOwner(owner)
  // No e-mail is sent in this test: e-mails stay in the outbox.
  server = await startServer({
    DATABASE_URL,
    TRUSTED_PROXY_HOPS: '1',
    SMTP_URL: 'smtp://127.0.0.1:9',
    SITE_URL: 'http://blog.example.org',
    MAIL_FROM: 'blog@example.org',
  })
  admin = new AdminBrowser(server.url)
  await admin.signIn(owner.email, owner.password)
})

const locationOf = (response: Response) => response.headers.get('location')

async function invite(email: string): Promise<string> {
  const html = await (await admin.submit('/admin/people', 'Invite', { email })).text()
  return /http:\/\/blog\.example\.org(\/invitations\/[\w.-]+)/.exec(html)?.[1] ?? html
}

const accept = (browser: AdminBrowser, link: string, fields = {}) =>
  browser.submit(link, 'Accept', { name: 'Mona', password, ...fields })

describe('an invitation', () => {
  test('creates a moderator, who sees the admin area without the owner’s sections', async () => {
    const link = await invite('Mona@Example.org')
    const mona = new AdminBrowser(server.url)
    expect(locationOf(await accept(mona, link))).toBe('/admin')
    const account = await mona.open('/admin/account')
    expect(account.text).toContain('Mona')
    expect(account.text).not.toContain('/admin/people')
    expect((await mona.open('/admin/people')).status).toBe(404)
  })

  test('is in the outbox with its address and link encrypted', async () => {
    const link = await invite('otto@example.org')
    const [mail] = await db().outboxMail.findMany({
      where: { kind: 'invitation' },
      orderBy: { id: 'desc' },
      take: 1,
    })
    expect(mail?.data).toEqual({
      to: expect.any(String),
      link: expect.any(String),
      until: expect.any(String),
      language: null,
    })
    expect(JSON.stringify(mail)).not.toMatch(/otto@|invitations/)
    const { to = '', link: encrypted = '' } = Object(mail?.data)
    expect(decrypt('staff-address', to)).toBe('otto@example.org')
    expect(decrypt('staff-link', encrypted)).toBe(`http://blog.example.org${link}`)
  })

  test('is not used up when it is opened, and works once', async () => {
    const link = await invite('nora@example.org')
    const browser = new AdminBrowser(server.url)
    for (let time = 0; time < 3; time++) expect((await browser.open(link)).status).toBe(200)
    const body = () => formOf(html, 'Accept', { name: 'Nora', password })
    const html = (await browser.open(link)).text
    const headers = { Origin: server.url, 'Sec-Fetch-Site': 'same-origin' }
    const responses = await Promise.all(
      [1, 2].map(() => browser.request(link, { method: 'POST', body: body(), headers })),
    )
    expect(responses.map(locationOf).sort()).toEqual(
      ['/admin', expect.stringContaining('error=')].sort(),
    )
    const spent = await browser.open(link)
    expect(spent.status).toBe(404)
    expect(spent.text).toContain('This link is not valid')
    expect(await db().staff.count({ where: { name: 'Nora' } })).toBe(1)
  })

  test('is rejected if it is forged, expired, revoked or another kind of token', async () => {
    const link = await invite('late@example.org')
    const browser = new AdminBrowser(server.url)
    const html = (await browser.open(link)).text
    await db().staffVerification.updateMany({ data: { expiresAt: new Date(0) } })
    const token = link.replace('/invitations/', '')
    for (const path of [
      link,
      `/invitations/${token.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A'))}`,
      '/invitations/x',
      `/admin/reset/${token}`,
    ]) {
      const { status, text } = await browser.open(path)
      expect(status).toBe(404)
      expect(text).toContain('This link is not valid')
    }
    const late = await browser.request(link, {
      method: 'POST',
      body: formOf(html, 'Accept', { name: 'Late', password }),
    })
    expect(locationOf(late)).toContain('error=not-found')
    expect(await db().staff.count({ where: { name: 'Late' } })).toBe(0)

    const revoked = await invite('never@example.org')
    expect((await admin.open('/admin/people')).text).toContain('n…@example.org')
    await admin.submit('/admin/people', 'Revoke')
    expect((await browser.open(revoked)).status).toBe(404)
  })

  test('requires a name and a long password, and is not used up by invalid attempts', async () => {
    const link = await invite('petra@example.org')
    const browser = new AdminBrowser(server.url)
    const errorCodeOf = async (fields: Record<string, string>) =>
      new URL(locationOf(await accept(browser, link, fields)) ?? '', server.url).searchParams.get(
        'error',
      )
    expect(await errorCodeOf({ name: '  ' })).toBe('name')
    expect(await errorCodeOf({ name: 'x'.repeat(81) })).toBe('name')
    expect(await errorCodeOf({ name: 'Petra\r\nBcc: x@example.org' })).toBe('name')
    expect(await errorCodeOf({ name: 'Petra\u202eartep' })).toBe('name')
    expect(await errorCodeOf({ password: 'short' })).toBe('new-password')
    expect((await browser.open(link)).status).toBe(200)
  })

  test('is not created for a staff member or an invalid address', async () => {
    expect(await invite('OLIVIA@example.org')).toContain('already uses this e-mail address')
    expect(await invite('no address')).toContain('Enter a valid e-mail address')
  })
})

test('a removed moderator is signed out immediately', async () => {
  await accept(new AdminBrowser(server.url), await invite('gone@example.org'), { name: 'Gone' })
  const gone = new AdminBrowser(server.url)
  await gone.signIn('gone@example.org', password)
  expect((await gone.open('/admin/account')).path).toBe('/admin/account')
  await admin.submit('/admin/people', 'Remove Gone')
  expect((await gone.open('/admin/account')).path).toContain('/admin/sign-in')
  expect(
    locationOf(await new AdminBrowser(server.url).signIn('gone@example.org', password)),
  ).toContain('error=unauthorized')
})

test('no page and no log line contains an address', async () => {
  const pages = await Promise.all(
    ['/admin/people', '/admin/account', '/admin/sign-in'].map((path) => admin.open(path)),
  )
  for (const { text } of pages) expect(text).not.toMatch(/[\w.]+@example\.org/i)
  expect(server.output()).not.toMatch(/@example\.org|198\.51\.100/i)
})
