import { execFile } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expectBack } from '@/bench/prove/load/came-back'
import { Ledger } from '@/bench/prove/load/ledger'
import { expectNothingLost } from '@/bench/prove/load/proved-blog'
import { startLoad } from '@/bench/prove/load/start-load'
import { Witness } from '@/bench/prove/load/witness'
import { addPosts, createDatabase, startPostgres } from '@/bench/prove/machines/postgres'
import { startServer } from '@/bench/prove/machines/server'
import { Findings, type Part } from '@/bench/prove/part'
import { applyMigrations } from '@/prisma/schema-engine'

/**
 * The last one without which what the load asks for cannot be answered, and the one that made tables which are asked since: a deployment has
 * all of them before its code comes. Those between and after are applied while it runs.
 */
const isNeeded = (name: string) => name <= '20251218000001_judged_suspects' || name === '20251224000000_tags_of_posts'
/** Nothing was away: a write is one of ten requests, and comes at once. */
const backWithinMs = 2_000

/**
 * Runs the checkout's own command, as who upgrades does.
 * @returns how many migrations it applied
 */
async function migrate(checkout: string, databaseUrl: string): Promise<number> {
  const environment = { PATH: process.env.PATH ?? '', NODE_ENV: 'production' as const, DATABASE_URL: databaseUrl }
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', 'prisma/migrate.ts'], {
    cwd: checkout,
    env: environment,
  })
  return /applied (.+)/.exec(stdout)?.[1]?.split(', ').length ?? 0
}

/** @param statuses of all that was asked meanwhile, and how often each came */
export function expectUndisturbed(findings: Findings, statuses: Iterable<[status: number, count: number]>): void {
  const broken = [...statuses].filter(([status]) => status === 0 || status >= 500)
  const cameMeanwhile = `while migrations were applied came ${JSON.stringify(broken)}`
  findings.expect(
    broken.every(([status]) => status === 503),
    cameMeanwhile,
  )
  // A query that took three seconds: a lock that was held too long, or a machine that was busy.
  findings.expectInTime(broken.length === 0, cameMeanwhile)
}

export const migrationsInUse: Part = {
  name: 'migrations-in-use',
  promise:
    'the last migrations are applied while the blog is read and written, by two that begin at once, beside a dump: 0 answers cut or 5xx, 0 lost, and writes go on',
  async prove(scene) {
    const findings = new Findings()
    const [posts, clients, aroundMs, heldSeconds] = scene.choose([1_000, 50, 10_000, 20], [100, 8, 500, 3.5])
    const postgres = await createDatabase(await startPostgres(scene), 'older')
    await applyMigrations(postgres.url, isNeeded)
    const slugs = await addPosts(postgres, posts)
    await postgres.sql(`UPDATE posts SET content = repeat('Words of a post of a usual length, one after the other. ', 120)`)
    const server = await startServer(scene, postgres.url)
    const ledger = new Ledger(scene)
    const witness = new Witness(() => true)
    const load = startLoad(scene, server.url, { clients, slugs, ledger, told: witness.told })
    await setTimeout(aroundMs)
    const begun = performance.now()
    // A dump, say: whoever waits for it to end holds up all who come after.
    const [applied] = await Promise.all([
      Promise.all([migrate(scene.checkout, postgres.url), migrate(scene.checkout, postgres.url)]),
      postgres.sql(`BEGIN; SELECT count(*) FROM posts, comments; SELECT pg_sleep(${heldSeconds}); COMMIT`),
    ])
    const tookMs = performance.now() - begun
    expectBack(findings, 'the migrations were applied', await witness.untilWritten(), backWithinMs)
    await setTimeout(aroundMs)
    await load.stop()

    const counts = applied.toSorted((a, b) => a - b)
    findings.expect(
      counts[0] === 0 && (counts[1] ?? 0) >= 3,
      `of two that migrated at once, one applied ${counts[1]}, the other ${counts[0]}`,
    )
    expectUndisturbed(findings, load.statuses)
    await expectNothingLost(findings, { ledger, postgres })
    const [row] = await postgres.sql<{ unsearched: number }>('SELECT count(*)::integer AS unsearched FROM posts WHERE search IS NULL')
    findings.expect(row?.unsearched === 0, `${row?.unsearched} posts cannot be found`)
    findings.measure('migrating', tookMs, 'ms')
    findings.measure('longest answer', load.latencies.percentile(1), 'ms')
    findings.measure('posts', posts, '')
    findings.count('requests', load.requests())
    return findings
  },
}
