import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { createOwner } from '@/lib/auth/create-owner'
import { db } from '@/lib/db/client'
import { AdminBrowser, formOf } from '@/test/admin-browser'
import { callAction } from '@/test/authorisation/server-actions'
import { ownDatabase } from '@/test/database/database'
import { form } from '@/test/form-data'
import { startServer, type TestServer } from '@/test/servers/server'

const AUTH_SECRET = 'test secret of at least 32 characters'
process.env.AUTH_SECRET = AUTH_SECRET
const DATABASE_URL = await ownDatabase()
const owner = { email: 'olivia@example.org', password: 'a long enough password', name: 'Olivia' }

let server: TestServer
beforeAll(async () => {
  await createOwner(owner)
  server = await startServer({ DATABASE_URL, AUTH_SECRET, TRUSTED_PROXY_HOPS: '1' })
})

test('keeps a rejected list, and blocks that were added in the meantime', async () => {
  const browser = new AdminBrowser(server.url)
  await browser.signIn(owner.email, owner.password)
  const path = '/admin/blocks?kind=name'
  const html = await (
    await browser.submit(path, 'Save', { pending: '', spam: 'Casino\n***' })
  ).text()
  expect(html).toContain('contains no text to match')
  expect(html).toMatch(/Casino\r?\n\*\*\*<\/textarea>/)

  const added = { value: 'Later', folded: 'later', verdict: 'spam' } as const
  await db().commentBlock.create({ data: { kind: 'name', ...added } })
  const send = (page: string, spam: string) =>
    browser.request(path, {
      method: 'POST',
      body: formOf(page, 'Save', { pending: '', spam }),
      headers: { Origin: server.url, 'Sec-Fetch-Site': 'same-origin' },
    })
  const saved = await send(html, 'Casino')
  expect(saved.headers.get('location')).toMatch(
    /^\/admin\/blocks\?kind=name&done=blocks-saved&at=\d+$/,
  )
  const values = await db().commentBlock.findMany({ orderBy: { id: 'asc' } })
  expect(values.map(({ value }) => value)).toEqual(['Later', 'Casino'])
})

test.each<[string, string, Record<string, string>]>([
  ['blocks', 'save', { kind: 'word', pending: '', spam: 'Casino' }],
  ['comments', 'reply', { seen: `1.pending.${'0'.repeat(32)}`, content: 'A long answer.' }],
])('returns the text of %s to the script if the session has ended', async (area, name, fields) => {
  const { text, redirect } = await callAction(
    server.url,
    `/admin/${area}`,
    `app/admin/${area}/actions.ts#${name}`,
    [{}, form({ ...fields, key: randomUUID() })],
    { Origin: server.url, 'Sec-Fetch-Site': 'same-origin' },
  )
  expect(redirect).toBeNull()
  expect(text).toContain('You are signed out. Your text is safe.')
  expect(text).toContain(Object.values(fields).at(-1))
})
