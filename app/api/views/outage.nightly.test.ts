import { afterAll, expect, test } from 'vitest'
import { startOwnPostgres } from '@/test/servers/own-postgres'
import { startServer, type TestServer } from '@/test/servers/server'

const kills = 5
const postgres = await startOwnPostgres()
afterAll(postgres.end)
await postgres.sql(
  `INSERT INTO posts (slug, title, content, published_at)
    VALUES ('hello', 'Hello', 'Words.', '2025-10-01'), ('again', 'Again', 'Words.', '2025-10-01')`,
)

const start = () => startServer({ DATABASE_URL: postgres.url, TRUSTED_PROXY_HOPS: '1' })

function read(server: TestServer, slug: string, reader: number) {
  return server.request('/api/views', {
    method: 'POST',
    body: JSON.stringify({ slug }),
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'idempotency-key': `reader-of-the-test-${reader}`,
      'x-forwarded-for': `10.${reader >> 8}.${reader & 255}.1`,
    },
  })
}

const storedViews = async (slug: string) => {
  const [row] = await postgres.sql<{ views: number }>(
    `SELECT coalesce(sum(views), 0)::integer AS views FROM view_counts
      WHERE post_id = (SELECT id FROM posts WHERE slug = '${slug}')`,
  )
  return row?.views
}

async function killAndStart(): Promise<void> {
  await postgres.kill()
  await postgres.start()
}

test(`stores every 201 once if PostgreSQL is killed under 16 readers (${kills} ×)`, async () => {
  const server = await start()
  const others = new Set<number>()
  let readers = 0
  let counted = 0
  let running = true
  let onResponse = () => {}
  let untilBack = Promise.resolve()
  const readOn = async () => {
    while (running) {
      const reader = readers++
      for (let isTold = false; !isTold; ) {
        const { response } = await read(server, 'hello', reader)
        isTold = response.status < 300
        if (response.status === 201) counted++
        if (isTold) onResponse()
        else others.add(response.status)
        // A client that retries without delay while PostgreSQL starts gets 429 for the rest of the
        // minute.
        await untilBack
      }
    }
  }
  const reading = Promise.all(Array.from({ length: 16 }, readOn))
  const nextAnswer = () => new Promise<void>((resolve) => (onResponse = resolve))
  for (let kill = 0; kill < kills; kill++) {
    await nextAnswer()
    await nextAnswer()
    untilBack = killAndStart()
    await untilBack
  }
  await nextAnswer()
  running = false
  await reading
  // Views reported as already counted on a retry are stored as well.
  expect(await storedViews('hello')).toBe(readers)
  expect(counted).toBeLessThanOrEqual(readers)
  expect([...others].filter((status) => status !== 503)).toEqual([])
  await server.stop()
}, 120_000)

test('a restarted server recognises counted readers and keys', async () => {
  const before = await start()
  expect((await read(before, 'again', 1)).response.status).toBe(201)
  await before.stop()
  const after = await start()
  expect((await read(after, 'again', 1)).response.status).toBe(200)
  expect(await storedViews('again')).toBe(1)
}, 60_000)
