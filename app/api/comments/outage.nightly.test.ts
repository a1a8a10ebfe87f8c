import { expect, onTestFinished, test } from 'vitest'
import { asNewClient } from '@/test/new-client'
import { startOwnPostgres } from '@/test/servers/own-postgres'
import { startServer } from '@/test/servers/server'

const kills = 20
const writers = 16

test(`stores every 201 once while PostgreSQL is killed (${kills} ×)`, async () => {
  const postgres = await startOwnPostgres()
  onTestFinished(postgres.end)
  await postgres.sql(
    `INSERT INTO posts (slug, title, content, published_at)
      VALUES ('hello', 'Hello', 'Words.', '2025-10-01')`,
  )
  const server = await startServer({ DATABASE_URL: postgres.url, TRUSTED_PROXY_HOPS: '1' })

  const taken = new Set<string>()
  const tried = new Set<string>()
  const others = new Set<number>()
  let running = true
  let onResponse = () => {}

  /** Writes comments one after the other and retries each under one key until it succeeds. */
  const write = async (writer: number) => {
    for (let n = 0; running; n++) {
      const content = `comment ${writer}.${n}`
      tried.add(content)
      for (let isTaken = false; running && !isTaken; ) {
        const { response } = await server.request('/api/comments', {
          method: 'POST',
          body: JSON.stringify({ slug: 'hello', content, author_name: 'Ada' }),
          headers: {
            'content-type': 'application/json',
            'idempotency-key': `key-of-${content.replace(' ', '-')}`,
            ...asNewClient(),
          },
        })
        isTaken = response.status === 201
        if (isTaken) {
          taken.add(content)
          onResponse()
        } else {
          others.add(response.status)
        }
      }
    }
  }
  const writing = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
  const nextTaken = () => new Promise<void>((resolve) => (onResponse = resolve))

  for (let kill = 0; kill < kills; kill++) {
    // Comments are accepted again, so the server has recovered.
    await nextTaken()
    await nextTaken()
    await postgres.kill()
    await postgres.start()
  }
  await nextTaken()
  running = false
  await writing

  const rows = await postgres.sql<{ content: string; times: number }>(
    'SELECT content, count(*)::integer AS times FROM comments GROUP BY content',
  )
  const stored = new Map(rows.map(({ content, times }) => [content, times]))
  expect([...taken].filter((content) => !stored.has(content))).toEqual([])
  expect([...stored].filter(([, times]) => times > 1)).toEqual([])
  expect([...stored.keys()].filter((content) => !tried.has(content))).toEqual([])
  expect([...others]).toEqual([503])
  await server.stop()
}, 180_000)
