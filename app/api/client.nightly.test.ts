import { expect, test } from 'vitest'
import { createClient } from '@/lib/client'
import { startServer } from '@/test/servers/server'

test('reads more threads than a minute allows by waiting for the limit', async () => {
  const server = await startServer()
  const client = createClient(server.url)
  const slugs = Array.from({ length: 130 }, (_, n) => `post-${n}`)
  const threads = await Promise.all(slugs.map((slug) => client.getThread(slug)))
  expect(threads.map(({ slug }) => slug)).toEqual(slugs)
}, 240_000)
