import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { seedExamples } from '@/bench/support/seed-examples'
import { migrate } from '@/scripts/migrate'
import { asNewClient } from '@/test/new-client'
import { listAddresses, readResponses } from '@/test/read-responses'
import { runSql, startPostgresWithTools } from '@/test/servers/postgres-with-tools'
import { Ledger, proverName } from '@/tools/prove/load/ledger'
import { sendRequest } from '@/tools/prove/load/send-request'
import { startLoad } from '@/tools/prove/load/start-load'
import { expectNothingLost } from '@/tools/prove/load/test-blog'
import { startServer } from '@/tools/prove/machines/server'
import { Findings, type Part } from '@/tools/prove/part'
import type { Scene } from '@/tools/prove/scene'

/** A link that an example post shows as a card, whose metadata is in the database. */
const link = 'https://www.rfc-editor.org/rfc/rfc9457'
const clients = 8
const slugs = [
  'how-a-thread-is-read',
  'how-a-view-is-counted',
  'what-happens-to-a-pasted-link',
  'put-it-on-vercel',
]

async function countViews(url: string): Promise<number> {
  const [row] = await runSql<{ sum: number }>(
    url,
    'SELECT coalesce(sum(views), 0)::integer AS sum FROM view_counts',
  )
  return row?.sum ?? 0
}

async function readAll(scene: Scene, databaseUrl: string) {
  // Without it, the server would derive its URL from the port, which changes on each start.
  const server = await startServer(scene, databaseUrl, { SITE_URL: 'https://blog.example.org' })
  const responses = await readResponses(server.url, await listAddresses(server.url, link))
  await server.kill()
  return responses
}

export const dumpRestore: Part = {
  name: 'dump-restore',
  needs: ['pg_dump'],
  promise:
    'dump, drop, restore: every page and endpoint returns the same response, a retried key ' +
    'returns that of the first request, and new comments are accepted',
  summary: 'after dump and restore, every page, endpoint and retried key responds as before',
  inTests: 'docs/backup.nightly.test.ts',
  async prove(scene) {
    const findings = new Findings()
    const starting = startPostgresWithTools({ settings: {} })
    // Waits for a server that is still starting.
    scene.onEnd(async () => (await starting.catch(() => undefined))?.stop())
    const postgres = await starting
    const url = postgres.url('blog')
    const system = postgres.url('postgres')
    await runSql(system, 'CREATE DATABASE blog')
    await migrate(url)
    seedExamples(scene.checkout, url)
    const viewsBefore = await countViews(url)
    const used = await startServer(scene, url)
    const ledger = new Ledger(scene)
    const load = startLoad(scene, used.url, { clients, slugs, ledger })
    const write = {
      headers: { 'idempotency-key': 'sent-before-the-dump', ...asNewClient() },
      json: {
        slug: slugs[0],
        author_name: proverName,
        content: 'Before the dump, with a key: once',
      },
    }
    const record = ledger.openFor(clients, scene)
    const first = await sendRequest(`${used.url}/api/comments`, write)
    record({ kind: 'comment', key: 'once', at: Date.now(), status: first.status })
    await setTimeout(scene.choose(20_000, 500))
    await load.stop()
    await used.kill()
    const faults = [...load.statuses].filter(([status]) => status !== 200 && status !== 201)
    findings.expect(
      faults.length === 0,
      `failed responses before the dump: ${JSON.stringify(faults)}`,
    )
    scene.log('wrote to the blog and read all its addresses')
    const before = await readAll(scene, url)

    const dump = postgres.run('pg_dump', ['--no-owner', url])
    await runSql(system, 'DROP DATABASE blog WITH (FORCE)')
    await runSql(system, 'CREATE DATABASE blog')
    postgres.run('psql', ['--quiet', '--set', 'ON_ERROR_STOP=1', '--single-transaction', url], dump)
    scene.log('dumped, dropped and restored')
    const applied = await migrate(url)
    findings.expect(
      applied.length === 0,
      `after the restore, ${applied.length} migrations were pending`,
    )

    const after = await readAll(scene, url)
    const addresses = Object.keys(before)
    const differing = addresses.filter((address) => before[address] !== after[address])
    findings.expect(
      differing.length === 0,
      `${differing.length} addresses respond differently: ${differing.slice(0, 5).join(' ')}`,
    )
    const refused = addresses.filter((address) => !before[address]?.startsWith('200'))
    findings.expect(
      refused.length === 0,
      `addresses that did not return 200 before the dump: ${refused.join(' ')}`,
    )
    const restored = await startServer(scene, url)
    const again = await sendRequest(`${restored.url}/api/comments`, write)
    findings.expect(
      first.status === 201 && again.text === first.text,
      `retrying a key from before the dump returned ${again.status} ${again.text}`,
    )
    const json = {
      slug: slugs[0],
      author_name: proverName,
      content: 'After the restore, with a key: new',
    }
    const { status } = await sendRequest(`${restored.url}/api/comments`, { json })
    record({ kind: 'comment', key: 'new', at: Date.now(), status })
    findings.expect(status === 201, `a new comment returned ${status}`)
    // The examples have views, which would hide the loss of others.
    const restoredDatabase = {
      sql: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
        runSql<Row>(url, text, values),
    }
    await expectNothingLost(findings, { ledger, postgres: restoredDatabase }, { viewsBefore })
    findings.measure('addresses', addresses.length, '', 'lower')
    findings.measure('dump', dump.length, 'characters')
    findings.count('requests', load.requests() + 2 * addresses.length)
    return findings
  },
}
