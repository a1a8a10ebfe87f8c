import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createDatabase } from '@/test/database/database'
import { missingMigrations, probeAtStart } from './missing-migrations'

/** Starts a proxy to a database that can cut its connections, as if the server were killed. */
async function startProxy(database: string) {
  const { hostname, port } = new URL(database)
  const sockets: Socket[] = []
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname)
    for (const socket of [client, server]) sockets.push(socket.on('error', () => {}))
    client.pipe(server).pipe(client)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => void proxy.close())
  const address = proxy.address()
  const url = new URL(database)
  url.port = String(typeof address === 'object' && address?.port)
  return { url: url.href, cut: () => void sockets.splice(0).map((socket) => socket.destroy()) }
}

test('an unreadable migration table is not reported as an unavailable database', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const database = await createDatabase()
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  await client.query('ALTER TABLE _prisma_migrations DROP COLUMN rolled_back_at')
  await client.end()
  await probeAtStart(database, 'DATABASE_URL')
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    expect.stringMatching(/^The migrations of the database could not be checked: .*rolled_back_at/),
  )
})

test('a connection that breaks during the query fails only the query', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const database = await createDatabase()
  const locker = new pg.Client({ connectionString: database })
  await locker.connect()
  await locker.query('BEGIN; LOCK TABLE _prisma_migrations')
  const waiting = `SELECT FROM pg_locks WHERE NOT granted
    AND relation = '_prisma_migrations'::regclass`
  const { url, cut } = await startProxy(database)
  const queries = [
    expect(missingMigrations(url)).rejects.toThrow('terminated unexpectedly'),
    probeAtStart(url, 'DATABASE_URL'),
  ]
  await expect.poll(async () => (await locker.query(waiting)).rowCount).toBe(queries.length)
  cut()
  await Promise.all(queries)
  await locker.end()
})
