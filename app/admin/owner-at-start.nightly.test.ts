import { expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { AdminBrowser } from '@/test/admin-browser'
import { ownDatabase } from '@/test/database/database'
import { startServer } from '@/test/servers/server'

const DATABASE_URL = await ownDatabase()
const environment = {
  DATABASE_URL,
  OWNER_EMAIL: 'olivia@example.org',
  OWNER_PASSWORD: 'a long enough password',
  TRUSTED_PROXY_HOPS: '1',
}

test('concurrent starts create one owner, later starts change nothing', async () => {
  const servers = await Promise.all([startServer(environment), startServer(environment)])
  await Promise.all(servers.map(({ request }) => request('/api/health')))
  expect(await db().staff.findMany({ select: { role: true } })).toEqual([{ role: 'owner' }])
  for (const { url } of servers) {
    const response = await new AdminBrowser(url).signIn(
      environment.OWNER_EMAIL,
      environment.OWNER_PASSWORD,
    )
    expect(response.headers.get('location')).toBe('/admin')
  }
  const before = await db().staffAccount.findMany()
  const later = await startServer({
    ...environment,
    OWNER_EMAIL: 'other@example.org',
    OWNER_PASSWORD: 'another long password',
  })
  expect((await later.request('/api/health')).response.status).toBe(200)
  expect(await db().staffAccount.findMany()).toEqual(before)
})

test('the server starts even if the database is unavailable', async () => {
  const server = await startServer({
    ...environment,
    DATABASE_URL: 'postgresql://nobody@127.0.0.1:9/none',
  })
  expect((await server.request('/api/health')).response.status).toBe(503)
  expect(server.output()).toContain(
    'database unavailable: no server answers at the address in DATABASE_URL',
  )
  expect(server.output()).not.toContain('@example.org')
})
