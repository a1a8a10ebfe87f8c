import { execFile } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { missingMigrations } from '@/scripts/missing-migrations'
import { applyMigrations } from '@/scripts/schema-engine'
import { expectRecovery } from '@/tools/prove/load/expect-recovery'
import { Ledger } from '@/tools/prove/load/ledger'
import { ResponseMonitor } from '@/tools/prove/load/response-monitor'
import { startLoad } from '@/tools/prove/load/start-load'
import { expectNothingLost, warmUp } from '@/tools/prove/load/test-blog'
import { upgradeServer } from '@/tools/prove/load/upgrade-server'
import { buildOlderVersion } from '@/tools/prove/machines/older-version'
import { addPosts, createDatabase, startPostgres } from '@/tools/prove/machines/postgres'
import { startServer } from '@/tools/prove/machines/server'
import { Findings, type Part } from '@/tools/prove/part'

/**
 * The migrations that an older schema lacks if there is no build of an older version. The current
 * version serves requests without them. They lock posts and comments, or wait for older
 * transactions.
 */
const notNeeded = [
  '20261126020001_find_unused_rows_nightly',
  '20261126050000_admin_indexes',
  '20261126060002_valid_threads',
  '20261126172001_best_comments',
  '20261127070000_posts_last_edited',
]
/**
 * The limit for a page with several queries, each of which may wait behind a migration that waits
 * for its lock.
 */
const responseMsMax = 5_000
/** Nothing was unavailable, and one in ten requests is a write, so one succeeds soon. */
const backWithinMs = 2_000

/**
 * Runs the checkout's migration command, like an operator who upgrades.
 * @returns the number of applied migrations
 */
async function migrate(checkout: string, databaseUrl: string): Promise<number> {
  const environment = {
    PATH: process.env.PATH ?? '',
    NODE_ENV: 'production' as const,
    DATABASE_URL: databaseUrl,
  }
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', 'scripts/migrate.ts'],
    {
      cwd: checkout,
      env: environment,
    },
  )
  return /applied (.+)/.exec(stdout)?.[1]?.split(', ').length ?? 0
}

/** @param statuses of all responses in this time, with their counts */
export function expectUndisturbed(
  findings: Findings,
  statuses: Iterable<[status: number, count: number]>,
): void {
  const broken = [...statuses].filter(([status]) => status === 0 || status >= 500)
  const cameMeanwhile = `failed responses during the migrations: ${JSON.stringify(broken)}`
  findings.expect(
    broken.every(([status]) => status === 503),
    cameMeanwhile,
  )
  // A 503 means that a query took three seconds, because of a long lock or a busy machine.
  findings.expectInTime(broken.length === 0, cameMeanwhile)
}

export const migrationsInUse: Part = {
  name: 'migrations-in-use',
  promise:
    'an older version serves reads and writes while two processes apply the current ' +
    'migrations at once, during a dump: no response is cut or 5xx, none takes 5 s, nothing is ' +
    'lost, and writes continue; the current version then returns the same data',
  summary:
    'an older version serves requests during migrations: no error, all under 5 s, nothing lost',
  async prove(scene) {
    const findings = new Findings()
    const [posts, clients, aroundMs, heldSeconds] = scene.choose(
      [1_000, 50, 10_000, 20],
      [100, 8, 500, 3.5],
    )
    // A build takes longer than the whole short form.
    const older = scene.size === 'full' ? await buildOlderVersion(scene) : undefined
    if (scene.size === 'full' && older === undefined)
      findings.skip(
        'git has no older version here, so the current version ran on ' +
          'an older schema during its migration',
      )
    const postgres = await createDatabase(await startPostgres(scene), 'older')
    if (older === undefined)
      await applyMigrations(postgres.url, (name) => !notNeeded.includes(name))
    else await migrate(older, postgres.url)
    const missing = (await missingMigrations(postgres.url)).length
    const slugs = await addPosts(postgres, posts)
    await postgres.sql(
      `UPDATE posts SET content = repeat('Words of a post of a usual length, one after the other. ',
       120)`,
    )
    const server = await startServer(scene, postgres.url, {}, older)
    await warmUp(server.url, slugs)
    const ledger = new Ledger(scene)
    // Failed responses are checked separately.
    const monitor = new ResponseMonitor(
      ({ status }) => status === 0 || status === 200 || status === 201 || status >= 500,
    )
    const load = startLoad(scene, server.url, {
      clients,
      slugs,
      ledger,
      onResponse: monitor.onResponse,
    })
    await setTimeout(aroundMs)
    const startedAt = performance.now()
    // A long transaction such as a dump. A migration that waits for it blocks all later queries.
    const [applied] = await Promise.all([
      Promise.all([migrate(scene.checkout, postgres.url), migrate(scene.checkout, postgres.url)]),
      postgres.sql(
        `BEGIN; SELECT count(*) FROM posts, comments; SELECT pg_sleep(${heldSeconds}); COMMIT`,
      ),
    ])
    const tookMs = performance.now() - startedAt
    expectRecovery(findings, 'after the migrations', await monitor.waitForWrite(), backWithinMs)
    await setTimeout(aroundMs)
    await load.stop()
    expectUndisturbed(findings, load.statuses)
    monitor.expectNoUnexpected(findings)

    const counts = applied.toSorted((a, b) => a - b)
    findings.expect(
      missing >= 3 && counts[0] === 0 && counts[1] === missing,
      `of two concurrent migration runs, one applied ${counts[1]} and ` +
        `the other ${counts[0]} of ${missing} migrations`,
    )
    const used = { server, postgres, ledger, slugs, clients, forMs: aroundMs }
    const requestsOfToday = older === undefined ? 0 : await upgradeServer(findings, scene, used)
    await expectNothingLost(findings, { ledger, postgres })
    const [row] = await postgres.sql<{ unsearched: number }>(
      'SELECT count(*)::integer AS unsearched FROM posts WHERE search IS NULL',
    )
    findings.expect(
      row?.unsearched === 0,
      `${row?.unsearched} posts are missing from the search index`,
    )
    findings.measure('migrating', tookMs, 'ms')
    const longestMs = load.latencies.percentile(1)
    findings.expectInTime(longestMs <= responseMsMax, `a response took ${longestMs.toFixed(0)} ms`)
    findings.measure('p99', load.latencies.percentile(0.99), 'ms')
    findings.measure('longest response', longestMs, 'ms')
    findings.measure('posts', posts, '')
    findings.count('requests', load.requests() + requestsOfToday)
    return findings
  },
}
