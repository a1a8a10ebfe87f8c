import { expect, test } from 'vitest'
import { addHello } from '@/test/database/add-hello'
import { createDatabase } from '@/test/database/database'
import { startServer, type TestServer } from '@/test/servers/server'
import { withModules } from '@/test/with-module'

/** On a message, it advances one of its clocks by these milliseconds. */
const hasClocksSet = `
process.on('message', ({ clock, laterMs }) => {
  const set = (clock) => {
    const now = clock.now.bind(clock)
    clock.now = () => now() + laterMs
  }
  set(clock === 'wall' ? Date : performance)
})`

/**
 * Expects that no request waits for a render from before an invalidation. After ten seconds of
 * waiting, the server logs a warning.
 */
async function expectNoneUnended(server: TestServer): Promise<void> {
  const headers = { authorization: 'Bearer test cron secret' }
  expect(
    (await server.request('/api/cron/purge-pages', { method: 'POST', headers })).response.status,
  ).toBe(200)
  await fetch(`${server.url}/`)
  expect(server.output()).not.toContain('a render that began before an invalidation does not end')
}

test('failing pages do not delay requests after an invalidation', async () => {
  const server = await startServer({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' })
  const pages = await Promise.all(
    ['/', '/tags', '/posts/one', '/posts/another'].map((path) => fetch(server.url + path)),
  )
  expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 503))
  await expectNoneUnended(server)
})

test.each([
  ['Next.js prefetches', { rsc: '1', 'next-router-prefetch': '1' }, 'own'],
  [
    'Next.js prefetches in part',
    { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' },
    'own',
  ],
  ['a browser prefetches', { purpose: 'prefetch' }, 'own'],
  ['is revalidated in the background', {}, 'own'],
  ['is stale only because the system clock was changed', {}, 'wall'],
])('a stale page that %s does not delay requests', async (_, headers, clock) => {
  const databaseUrl = await createDatabase()
  await addHello(databaseUrl)
  const server = await startServer({ DATABASE_URL: databaseUrl, ...withModules(hasClocksSet) })
  expect((await fetch(`${server.url}/posts/hello`)).status).toBe(200)
  server.process.send({ clock, laterMs: 6 * 60_000 })
  expect((await fetch(`${server.url}/posts/hello`, { headers })).status).toBe(200)
  await expectNoneUnended(server)
})
