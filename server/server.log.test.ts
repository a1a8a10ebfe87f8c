import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { addHello } from '@/test/database/add-hello'
import { isNightly } from '@/test/nightly'
import { runSql } from '@/test/servers/postgres-with-tools'
import { startServer } from '@/test/servers/server'

const server = await startServer()
await runSql(server.databaseUrl, 'ALTER TABLE posts RENAME TO articles')
const errors = () => server.records().filter(({ level }) => level === 'error')

test('each error is one record with its request and its position in the sources', async () => {
  const { response, json } = await server.request('/api/views?slug=hello')
  expect(response.status).toBe(500)
  const requestId = response.headers.get('x-request-id')
  expect(json).toMatchObject({ requestId })
  await expect.poll(errors).toEqual([
    {
      time: expect.any(String),
      level: 'error',
      msg: expect.stringContaining('posts'),
      requestId,
      route: '/api/views',
      err: {
        type: expect.any(String),
        stack: expect.stringMatching(/\(lib\/views\/get-views\.ts:\d+:\d+\)/),
      },
    },
  ])
  expect(server.output().trim().split('\n')).toHaveLength(server.records().length)
})

test('errors of a page and of its error page are one record each', async () => {
  expect((await fetch(`${server.url}/search?q=words`)).status).toBe(500)
  await expect
    .poll(errors)
    .toContainEqual(expect.objectContaining({ requestId: expect.any(String), route: '/search' }))
  expect(server.output().trim().split('\n')).toHaveLength(server.records().length)
})

test('ACCESS_LOG logs each request without its address', async () => {
  const server = await startServer({ ACCESS_LOG: 'on', TRUSTED_PROXY_HOPS: '1' })
  await addHello(server.databaseUrl)
  const headers = { 'x-forwarded-for': '198.51.100.7', 'x-request-id': 'id-of-the-proxy' }
  const get = async (path: string) =>
    (await fetch(server.url + path, { headers, redirect: 'manual' })).text()
  for (const path of ['/posts/hello?email=kim@reader.example', '/api/views?slug=hello', '/nowhere'])
    await get(path)
  const expected = [
    { route: '/posts/[slug]', status: 200 },
    { route: '/api/views', status: 200 },
    { status: 404 },
  ].map((fields) =>
    expect.objectContaining({
      level: 'info',
      msg: 'request',
      requestId: 'id-of-the-proxy',
      method: 'GET',
      durationMs: expect.any(Number),
      cached: false,
      ...fields,
    }),
  )
  const requests = () => server.records().filter(({ msg }) => msg === 'request')
  await expect.poll(requests).toEqual(expected)
  // Responses from the cache have their route, too.
  const isCached = async () => {
    await get('/posts/hello')
    return requests().at(-1)
  }
  await expect.poll(isCached).toMatchObject({ route: '/posts/[slug]', cached: true })
  expect(server.output()).not.toMatch(/198\.51\.100|reader\.example|hello/)
})

if (isNightly)
  test('LOG_LEVEL hides less important messages', async () => {
    const server = await startServer({
      DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
      LOG_LEVEL: 'error',
    })
    expect((await server.request('/api/health')).response.status).toBe(503)
    expect(server.output()).toBe('')
  })

test('responses that no cache may reuse have the id and duration of their request', async () => {
  const server = await startServer()
  await addHello(server.databaseUrl)
  const get = async (path: string) => (await fetch(server.url + path)).headers
  const ids = new Set<string | null>()
  // The response cache serves the later requests.
  for (let n = 0; n < 5; n++)
    for (const path of ['/posts/hello', '/api/comments?slug=hello', '/nowhere']) {
      const headers = await get(path)
      expect(headers.get('server-timing')).toMatch(/^total;dur=\d+\.\d$/)
      ids.add(headers.get('x-request-id'))
    }
  expect(ids.size).toBe(15)
  const html = await (await fetch(`${server.url}/posts/hello`)).text()
  for (const id of ids) expect(html).not.toContain(id)
  const file = /\/_next\/static\/[^"]+\.css/.exec(html)?.[0] ?? ''
  expect((await get(file)).get('cache-control')).toContain('immutable')
  expect((await get(file)).get('x-request-id')).toBeNull()
})

/** Returns the processor time of a process in hundredths of a second (proc_pid_stat(5)). */
function spentTicks(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return Number(fields[11]) + Number(fields[12])
}

if (isNightly)
  test.runIf(process.platform === 'linux')(
    'continues without using the processor after its log streams are closed (needs Linux)',
    async () => {
      const server = await startServer({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' })
      const { pid, stdout, stderr } = server.process
      for (const stream of [stdout, stderr]) stream?.destroy()
      for (let n = 0; n < 3; n++)
        expect((await server.request('/api/comments?slug=hello')).response.status).toBe(503)
      const spentInAWhile = async () => {
        const before = spentTicks(pid)
        await wait(500)
        return spentTicks(pid) - before
      }
      await expect.poll(spentInAWhile).toBeLessThan(10)
      await server.stop()
      expect(server.process.exitCode).toBe(0)
    },
  )
