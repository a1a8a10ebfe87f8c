import { once } from 'node:events'
import { createServer } from 'node:net'
import { type Browser, chromium } from '@playwright/test'
import pg from 'pg'
import { afterAll } from 'vitest'
import { programPath } from '@/test/servers/find-program'
import { startServer, type TestServer } from '@/test/servers/server'
import { withModules } from '@/test/with-module'

export type SiteBlog = { server: TestServer; database: pg.Client; browser: Browser }

/** Resolves names below `.example` to this machine, like a hosts file. */
const resolvesExamples = `import dns from 'node:dns'
const { lookup } = dns.promises
dns.promises.lookup = async (name, options) =>
  name.endsWith('.example') ? [{ address: '127.0.0.1', family: 4 }] : lookup(name, options)`

/** Returns a port that is free now. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

/**
 * Starts a blog that has a site for each origin, and a browser. For both, every name below
 * `.example` leads to this machine.
 */
export async function startSiteBlog(origins: string[]): Promise<SiteBlog> {
  const port = await freePort()
  const server = await startServer({
    PORT: String(port),
    SITE_URL: `http://127.0.0.1:${port}`,
    LINK_PREVIEW_ALLOW_ORIGINS: origins.join(','),
    ...withModules(resolvesExamples),
  })
  const database = new pg.Client({ connectionString: server.databaseUrl })
  await database.connect()
  for (const origin of origins) await addSite(database, origin)
  const browser = await chromium.launch({
    executablePath: programPath('chromium'),
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--host-resolver-rules=MAP *.example 127.0.0.1',
    ],
  })
  afterAll(async () => {
    await Promise.all([browser.close(), database.end()])
  })
  return { server, database, browser }
}

async function addSite(database: pg.Client, origin: string): Promise<void> {
  const { host, hostname } = new URL(origin)
  await database.query(
    `WITH site AS (INSERT INTO sites (name, origins) VALUES ($1, $2) RETURNING id)
     INSERT INTO site_hosts (host, site_id) SELECT $3, id FROM site`,
    [hostname, [origin], host],
  )
}
