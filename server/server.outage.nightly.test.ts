import { execFileSync } from 'node:child_process'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { addHello } from '@/test/database/add-hello'
import { startOwnPostgres } from '@/test/servers/own-postgres'
import { startServer } from '@/test/servers/server'

const postgres = await startOwnPostgres()
afterAll(postgres.end)
await addHello(postgres.url)
const database = new pg.Client({ connectionString: postgres.url })
await database.connect()
await database.query("INSERT INTO blog_settings (id, language) VALUES (1, 'de')")
await database.end()
const own = await startServer({ DATABASE_URL: postgres.url, TRUSTED_PROXY_HOPS: '0' })
await fetch(`${own.url}/posts/hello`)

describe('when PostgreSQL', () => {
  /** Signals every process of that PostgreSQL, because each connection has its own. */
  const signal = (name: NodeJS.Signals) => {
    const pid = postgres.pid()
    const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    for (const one of [pid, ...children.trim().split(/\s+/).map(Number)])
      if (one) process.kill(one, name)
  }

  async function expectAway(withinMs: number): Promise<void> {
    for (const address of [
      '/api/health',
      '/api/comments?slug=hello',
      '/api/views?slug=hello',
      '/api/og-metadata?url=https://example.org/',
    ]) {
      const startedAt = performance.now()
      const { response, json } = await own.request(address)
      expect(response.status, `${address}\n${own.output()}`).toBe(503)
      expect(json).toMatchObject({ code: 'database-unavailable' })
      expect(performance.now() - startedAt).toBeLessThan(withinMs)
    }
    const page = await fetch(`${own.url}/posts/hello`)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('Hello there')
    const unmade = await fetch(`${own.url}/tags/never-asked-for`)
    expect([unmade.status, unmade.headers.get('retry-after')]).toEqual([503, '2'])
    // The error page is readable without JavaScript, and in the language of the blog.
    expect(await unmade.text()).toMatch(/<html lang="de".*<h1[^>]*>[^<]+<\/h1>.*<search>/s)
  }

  async function expectBack(): Promise<void> {
    await expect
      .poll(async () => (await own.request('/api/health')).response.status, { timeout: 5_000 })
      .toBe(200)
    expect((await own.request('/api/comments?slug=hello')).response.status).toBe(200)
  }

  test('is stopped, the API returns 503 within 2 s, and pages stay available', async () => {
    await postgres.stop()
    await expectAway(2_000)
    await postgres.start()
    await expectBack()
  })

  test('is killed, the same applies, and committed data is kept', async () => {
    await postgres.kill()
    await expectAway(2_000)
    await postgres.start()
    await expectBack()
  })

  test('is frozen, the API returns 503 within 3.5 s, and pages stay available', async () => {
    signal('SIGSTOP')
    try {
      await expectAway(3_500)
    } finally {
      signal('SIGCONT')
    }
    await expectBack()
  })
})
