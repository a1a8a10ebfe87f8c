import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { expectRecovery, maxWaitMs } from '@/tools/prove/load/expect-recovery'
import { Ledger } from '@/tools/prove/load/ledger'
import { sendRequest } from '@/tools/prove/load/send-request'
import { startLoad } from '@/tools/prove/load/start-load'
import { expectNothingLost, warmUp } from '@/tools/prove/load/test-blog'
import { waitForCount } from '@/tools/prove/load/wait-for-count'
import { signalTree } from '@/tools/prove/machines/killed-processes'
import { addPosts, startPostgres, type TestPostgres } from '@/tools/prove/machines/postgres'
import { startServer, type TestServer } from '@/tools/prove/machines/server'
import { Findings, type Part } from '@/tools/prove/part'
import type { Scene } from '@/tools/prove/scene'

/**
 * Two attempts of a second to get a connection, three seconds for a query, and the queue in front
 * of the process.
 */
const responseLimitMs = 6_000
const backWithinMs = 3_000
/** The idle timeout of the server's connection pool, in milliseconds. */
const idleMs = 30_000
/** Connections that the server's timers keep from becoming idle for that long. */
const timersMax = 2
const connectionsMax = 10
/**
 * All connections except those that PostgreSQL reserves for superusers by default, and the
 * watcher's own.
 */
const regularConnectionsMax = connectionsMax - 3 - 1

/** @param description the number of responses by status and phase */
export function expectAnswered(findings: Findings, statuses: number[], description: string): void {
  const unexpected = statuses.filter((status) => ![200, 201, 503].includes(status))
  findings.expect(
    unexpected.length === 0,
    `unexpected response statuses: ${unexpected.join(', ')} (${description})`,
  )
}

export const connectionsExhausted: Part = {
  name: 'connections-exhausted',
  promise:
    '200 clients on 10 database connections, and on none, get responses or 503; none hangs, ' +
    'writes recover within 3 s, and no connection is kept longer than a minute',
  summary: '200 clients on 10 or no connections: responses or 503, recovery within 3 s',
  async prove(scene) {
    const findings = new Findings()
    const clients = scene.choose(200, 60)
    // Leaves fewer connections than the pool may open.
    const postgres = await startPostgres(scene, { max_connections: String(connectionsMax) })
    const slugs = await addPosts(postgres, 20)
    const url = await createRegularUser(postgres)
    // Connects in advance: while all connections are requested, PostgreSQL sometimes rejects
    // superusers as well.
    const watcher = new pg.Client({ connectionString: postgres.url })
    await watcher.connect()
    scene.onEnd(() => watcher.end())
    const server = await startServer(scene, url)
    await warmUp(server.url, slugs)
    const ledger = new Ledger(scene)
    let phase = 'few'
    const seen = new Map<string, Map<number, number>>()
    let longest = { tookMs: 0, description: '' }
    let exhaustedAt = Number.NaN
    let backAt = Number.NaN
    let suspendedMs = 0
    const whileNone = { granted: 0, refused: 0 }
    const load = startLoad(scene, server.url, {
      clients,
      slugs,
      ledger,
      onResponse: ({ kind, address, status, tookMs, at }) => {
        const statuses = seen.get(phase) ?? new Map<number, number>()
        seen.set(phase, statuses.set(status, (statuses.get(status) ?? 0) + 1))
        // Subtracts the time for which the server was stopped and could not respond to earlier
        // requests.
        const ownMs = at - tookMs < exhaustedAt ? tookMs - suspendedMs : tookMs
        if (ownMs > longest.tookMs)
          longest = {
            tookMs: ownMs,
            description:
              `${kind === 'read' ? 'GET' : 'POST'} ${address}, ` +
              `status ${status} in phase “${phase}”`,
          }
        // Ignores requests sent earlier, which may have succeeded before and only respond now.
        const isWriteOfNone = phase === 'none' && kind !== 'read' && at - tookMs > exhaustedAt
        if (isWriteOfNone && status === 201) whileNone.granted++
        if (isWriteOfNone && status === 503) whileNone.refused++
        if (phase === 'back' && kind !== 'read' && status === 201 && Number.isNaN(backAt))
          backAt = at
      },
    })
    await setTimeout(scene.choose(30_000, 1_500))
    const occupier = await takeAllConnections(watcher, url, server)
    scene.onEnd(occupier.release)
    exhaustedAt = performance.now()
    suspendedMs = occupier.tookMs
    phase = 'none'
    scene.log(`all connections were taken after ${occupier.tookMs.toFixed(0)} ms`)
    await setTimeout(scene.choose(20_000, 1_500))
    await waitForCount(() => whileNone.refused, 1)
    // Sends a request that is neither cached nor shared with others.
    const refused = await sendRequest(`${server.url}/api/health`)
    findings.expect(
      refused.status === 503,
      `without a connection, /api/health returned ${refused.status}`,
    )
    findings.expect(whileNone.refused > 0, 'without a connection, no write was refused')
    findings.expect(
      whileNone.granted === 0,
      `without a connection, ${whileNone.granted} writes were acknowledged`,
    )
    await occupier.release()
    findings.count('faults')
    const releasedAt = performance.now()
    phase = 'back'
    await setTimeout(scene.choose(10_000, 2_000))
    while (Number.isNaN(backAt) && performance.now() < releasedAt + maxWaitMs) await setTimeout(50)
    await load.stop()

    const description = [...seen]
      .map(
        ([name, counts]) =>
          `${name}: ${[...counts].map(([status, n]) => `${n} × ${status}`).join(', ')}`,
      )
      .join('; ')
    expectAnswered(findings, [...load.statuses.keys()], description)
    findings.expectInTime(
      longest.tookMs <= responseLimitMs,
      `a response took ${longest.tookMs.toFixed(0)} ms: ${longest.description}`,
    )
    expectRecovery(
      findings,
      'after connections were available again',
      backAt - releasedAt,
      backWithinMs,
    )
    scene.log(`${description}; slowest request: ${longest.description}`)
    findings.measure('longest response', longest.tookMs, 'ms')
    findings.measure('writes refused without a connection', whileNone.refused, '', 'lower')
    findings.measure('recovery', backAt - releasedAt, 'ms')
    findings.count('requests', load.requests())
    await expectReturned(scene, postgres, findings)
    await expectNothingLost(findings, { ledger, postgres })
    return findings
  },
}

const user = 'reader'

/**
 * Creates a database user without superuser rights, like an operator would for the app. PostgreSQL
 * reserves connections for superusers.
 */
async function createRegularUser(postgres: TestPostgres): Promise<string> {
  await postgres.sql(`CREATE ROLE ${user} LOGIN PASSWORD '${user}'`)
  // Grants membership in the owner's role, so that the user can create partitions for views.
  // Superuser rights are not inherited.
  await postgres.sql(`GRANT ${decodeURIComponent(new URL(postgres.url).username)} TO ${user}`)
  const url = new URL(postgres.url)
  Object.assign(url, { username: user, password: user })
  return url.href
}

/**
 * Takes all connections, including the server's, like another program that leaks them. Stops the
 * server in the meantime: each of its rejected attempts briefly occupies a connection, so that
 * neither side would get the last one.
 * @throws if not all connections could be taken
 */
async function takeAllConnections(
  watcher: pg.Client,
  url: string,
  server: TestServer,
): Promise<{ tookMs: number; release: () => Promise<void> }> {
  const held: pg.Client[] = []
  const takeOne = async () => {
    const client = new pg.Client({ connectionString: url, application_name: 'occupier' })
    // The connection was terminated on purpose or rejected; neither counts as held.
    client.on('error', () => {})
    await client.connect().then(
      () => held.push(client),
      () => {},
    )
  }
  const release = async () => void (await Promise.all(held.splice(0).map((client) => client.end())))
  // Includes connections that are being established and have no application name yet.
  const others =
    `backend_type = 'client backend' AND application_name <> 'occupier' ` +
    `AND pid <> pg_backend_pid()`
  const startedAt = performance.now()
  signalTree(server.process(), 'SIGSTOP')
  try {
    for (let tries = 0; tries < 100; tries++) {
      await watcher.query(
        `SELECT pg_terminate_backend(pid, 1000) FROM pg_stat_activity WHERE ${others}`,
      )
      await Promise.all(Array.from({ length: regularConnectionsMax - held.length }, takeOne))
      const { rows } = await watcher.query(`SELECT FROM pg_stat_activity WHERE ${others}`)
      if (held.length === regularConnectionsMax && rows.length === 0)
        return { tookMs: performance.now() - startedAt, release }
    }
  } finally {
    signalTree(server.process(), 'SIGCONT')
  }
  const taken = held.length
  await release()
  throw new Error(`only ${taken} of ${regularConnectionsMax} connections could be taken`)
}

/**
 * Expects the server to return unused connections. None is active immediately, and after the pool's
 * idle timeout only those of its timers remain. The number right after the load is meaningless,
 * because PostgreSQL allows fewer connections than the pool's limit.
 */
async function expectReturned(
  scene: Scene,
  postgres: TestPostgres,
  findings: Findings,
): Promise<void> {
  const count = async (where = 'true') => {
    const [row] = await postgres.sql<{ n: number }>(
      `SELECT count(*)::integer AS n FROM pg_stat_activity WHERE usename = '${user}' AND ${where}`,
    )
    return row?.n ?? Number.NaN
  }
  await setTimeout(200)
  const busy = await count("state <> 'idle'")
  findings.expect(busy === 0, `${busy} connections were still active after the load`)
  if (scene.size === 'short') return
  // The timers run every 15 seconds, one after the other, and keep their connections.
  let least = await count()
  for (
    const end = performance.now() + 2 * idleMs;
    least > timersMax && performance.now() < end;
    await setTimeout(500)
  ) {
    least = Math.min(least, await count())
  }
  findings.expect(
    least <= timersMax,
    `${least} connections were still open ${(2 * idleMs) / 1_000} s later`,
  )
  findings.measure('connections kept for timers', least, '')
}
