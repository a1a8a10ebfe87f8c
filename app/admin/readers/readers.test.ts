import { beforeAll, expect, test } from 'vitest'
import { createOwner } from '@/lib/auth/create-owner'
import { db } from '@/lib/db/client'
import { AdminBrowser } from '@/test/admin-browser'
import { addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { startServer, type TestServer } from '@/test/servers/server'

const AUTH_SECRET = 'test secret of at least 32 characters'
process.env.AUTH_SECRET = AUTH_SECRET
const DATABASE_URL = await ownDatabase()
const owner = { email: 'olivia@example.org', password: 'a long enough password', name: 'Olivia' }
const reader = 'reader@mail.example'

let server: TestServer
beforeAll(async () => {
  await createOwner(owner)
  await addPost('hello')
  server = await startServer({ DATABASE_URL, AUTH_SECRET, TRUSTED_PROXY_HOPS: '1' })
})

async function write(content: string): Promise<void> {
  const body = JSON.stringify({ slug: 'hello', content, author_name: 'Ada', author_email: reader })
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': '10.1.1.1' }
  expect(
    (await server.request('/api/comments', { method: 'POST', body, headers })).response.status,
  ).toBe(201)
}

const locationOf = (response: Response) => response.headers.get('location') ?? ''

test('finds and erases a reader’s data by address, and no URL contains the address', async () => {
  await write('First words')
  await write('Second words')
  const browser = new AdminBrowser(server.url)
  await browser.signIn(owner.email, owner.password)

  const nobody = await browser.submit('/admin/readers', 'Show data', {
    reader: 'nobody@mail.example',
  })
  expect(locationOf(nobody)).toBe('/admin/readers?error=not-found')

  const found = locationOf(
    await browser.submit('/admin/readers', 'Show data', { reader: 'Reader@Mail.example' }),
  )
  expect(found).toMatch(/^\/admin\/readers\?ticket=[\w.-]+$/)
  const { text } = await browser.open(found)
  expect(text).toContain('First words')
  expect(text).toContain('Second words')
  expect(text.toLowerCase()).not.toContain(reader)
  const ticket = new URL(found, server.url).searchParams.get('ticket') ?? ''
  const download = await browser.request(`/privacy/your-data/${ticket}/download`)
  expect(await download.json()).toMatchObject({ addresses: [{ address: reader }] })

  expect(text).toContain('Ada: 2 comments, 1 e-mail address')
  expect(text).toContain('This deletes the comments listed here')
  expect(text).toMatch(/<button [^>]*\bbg-danger\b[^>]*>Delete this data</)
  const button = 'Delete this data'
  expect(locationOf(await browser.submit(found, button))).toBe(`${found}&error=sure`)
  expect(await db().comment.count({ where: { status: 'published' } })).toBe(2)
  const erased = await browser.submit(found, button, { sure: 'yes' })
  expect(locationOf(erased)).toBe('/admin/readers?done=reader-erased')
  expect(await db().readerAddress.count()).toBe(0)
  expect((await browser.open('/posts/hello')).text).not.toMatch(/First words|Second words/)
})

test('denies access to everyone else', async () => {
  await write('Third words')
  expect((await new AdminBrowser(server.url).open('/admin/readers')).path).toBe(
    '/admin/sign-in?next=%2Fadmin%2Freaders',
  )

  const browser = new AdminBrowser(server.url)
  await browser.signIn(owner.email, owner.password)
  const found = await browser.submit('/admin/readers', 'Show data', { reader })
  const page = await browser.open(locationOf(found))
  await db().staff.updateMany({ data: { role: 'moderator' } })
  expect((await browser.open('/admin/readers')).status).toBe(404)
  // Forms of a page that was opened earlier have expired.
  const { formOf } = await import('@/test/admin-browser')
  const headers = { Origin: server.url, 'Sec-Fetch-Site': 'same-origin' }
  for (const [button, fields] of [
    ['Show data', { reader }],
    ['Delete this data', { sure: 'yes' }],
  ] as const) {
    const body = formOf(page.text, button, fields)
    expect(
      locationOf(await browser.request('/admin/readers', { method: 'POST', body, headers })),
    ).toBe('/admin/readers?error=forbidden')
    const nobody = await new AdminBrowser(server.url).request('/admin/readers', {
      method: 'POST',
      body,
      headers,
    })
    expect(locationOf(nobody)).toMatch(/^\/admin\/sign-in/)
  }
  expect(await db().comment.count({ where: { content: 'Third words' } })).toBe(1)
})
