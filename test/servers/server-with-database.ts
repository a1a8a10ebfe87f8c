import pg from 'pg'
import { afterAll, expect } from 'vitest'
import { startServer } from './server'

/** Starts a server as `startServer` does, and connects to its database. */
export async function startServerWithDatabase(environment: Record<string, string> = {}) {
  const server = await startServer(environment)
  const database = new pg.Client({ connectionString: server.databaseUrl })
  await database.connect()
  afterAll(() => database.end())
  /** Invalidates all pages, as writes of the blog do. */
  const purge = async () => {
    const headers = { authorization: 'Bearer test cron secret' }
    const { response } = await server.request('/api/cron/purge-pages', { method: 'POST', headers })
    expect(response.status).toBe(200)
  }
  return { server, database, purge }
}
