import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { ask } from '@/tools/prove/load/ask'
import { expectBack, patienceMs } from '@/tools/prove/load/came-back'
import { Ledger } from '@/tools/prove/load/ledger'
import { expectNothingLost, warmUp } from '@/tools/prove/load/proved-blog'
import { startLoad } from '@/tools/prove/load/start-load'
import { untilCounted } from '@/tools/prove/load/until-counted'
import { signalTree } from '@/tools/prove/machines/killed-processes'
import { addPosts, type ProvedPostgres, startPostgres } from '@/tools/prove/machines/postgres'
import { type ProvedServer, startServer } from '@/tools/prove/machines/server'
import { Findings, type Part } from '@/tools/prove/part'
import type { Scene } from '@/tools/prove/scene'

/** Two tries of a second for a connection, three for a query, and the queue before one process. */
const answeredWithinMs = 6_000
const backWithinMs = 3_000
/** How long the server's pool keeps a connection that is not used. */
const idleMs = 30_000
/** Connections that its timers keep from becoming idle for so long. */
const timersMax = 2
const connectionsMax = 10
/** All but what PostgreSQL keeps for superusers by its default, and but the one of the superuser who watches. */
const ordinaryMax = connectionsMax - 3 - 1

/** @param words how often each came, and when */
export function expectAnswered(findings: Findings, statuses: number[], words: string): void {
  const odd = statuses.filter((status) => ![200, 201, 503].includes(status))
  findings.expect(odd.length === 0, `there were answers of ${odd.join(', ')} (${words})`)
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
    // Fewer than the pool wants are left.
    const postgres = await startPostgres(scene, { max_connections: String(connectionsMax) })
    const slugs = await addPosts(postgres, 20)
    const url = await makeOrdinaryUser(postgres)
    // Connected beforehand: while all ask for one, also a superuser is refused at times.
    const watcher = new pg.Client({ connectionString: postgres.url })
    await watcher.connect()
    scene.onEnd(() => watcher.end())
    const server = await startServer(scene, url)
    await warmUp(server.url, slugs)
    const ledger = new Ledger(scene)
    let phase = 'few'
    const seen = new Map<string, Map<number, number>>()
    let longest = { tookMs: 0, words: '' }
    let [noneAt, backAt, stoodStillMs] = [Number.NaN, Number.NaN, 0]
    const whileNone = { granted: 0, refused: 0 }
    const load = startLoad(scene, server.url, {
      clients,
      slugs,
      ledger,
      told: ({ kind, address, status, tookMs, at }) => {
        const statuses = seen.get(phase) ?? new Map<number, number>()
        seen.set(phase, statuses.set(status, (statuses.get(status) ?? 0) + 1))
        // While it stood still it could not answer who had asked before.
        const ownMs = at - tookMs < noneAt ? tookMs - stoodStillMs : tookMs
        if (ownMs > longest.tookMs)
          longest = {
            tookMs: ownMs,
            words: `${kind === 'read' ? 'GET' : 'POST'} ${address}, answered ${status} in “${phase}”`,
          }
        // What was asked for before may have been done, and be told of only now.
        const isWriteOfNone = phase === 'none' && kind !== 'read' && at - tookMs > noneAt
        if (isWriteOfNone && status === 201) whileNone.granted++
        if (isWriteOfNone && status === 503) whileNone.refused++
        if (phase === 'back' && kind !== 'read' && status === 201 && Number.isNaN(backAt))
          backAt = at
      },
    })
    await setTimeout(scene.choose(30_000, 1_500))
    const hog = await takeAll(watcher, url, server)
    scene.onEnd(hog.release)
    noneAt = performance.now()
    stoodStillMs = hog.tookMs
    phase = 'none'
    scene.say(`every connection was taken, after ${hog.tookMs.toFixed(0)} ms`)
    await setTimeout(scene.choose(20_000, 1_500))
    await untilCounted(() => whileNone.refused, 1)
    // Nothing that was in a page cache, and nobody else's to coalesce with.
    const refused = await ask(`${server.url}/api/health`)
    findings.expect(
      refused.status === 503,
      `without a connection /api/health answered ${refused.status}`,
    )
    findings.expect(whileNone.refused > 0, 'without a connection no write was refused')
    findings.expect(
      whileNone.granted === 0,
      `without a connection ${whileNone.granted} writes were acknowledged`,
    )
    await hog.release()
    findings.count('faults')
    const releasedAt = performance.now()
    phase = 'back'
    await setTimeout(scene.choose(10_000, 2_000))
    while (Number.isNaN(backAt) && performance.now() < releasedAt + patienceMs) await setTimeout(50)
    await load.stop()

    const words = [...seen]
      .map(
        ([name, counts]) =>
          `${name}: ${[...counts].map(([status, n]) => `${n} × ${status}`).join(', ')}`,
      )
      .join('; ')
    expectAnswered(findings, [...load.statuses.keys()], words)
    findings.expectInTime(
      longest.tookMs <= answeredWithinMs,
      `an answer took ${longest.tookMs.toFixed(0)} ms: ${longest.words}`,
    )
    expectBack(findings, 'there were connections again', backAt - releasedAt, backWithinMs)
    scene.say(`${words}; the longest was ${longest.words}`)
    findings.measure('longest answer', longest.tookMs, 'ms')
    findings.measure('writes refused without a connection', whileNone.refused, '', 'lower')
    findings.measure('back after', backAt - releasedAt, 'ms')
    findings.count('requests', load.requests())
    await expectReturned(scene, postgres, findings)
    await expectNothingLost(findings, { ledger, postgres })
    return findings
  },
}

const user = 'reader'

/** A user as an operator makes one for the app: not a superuser, for whom PostgreSQL keeps connections back. */
async function makeOrdinaryUser(postgres: ProvedPostgres): Promise<string> {
  await postgres.sql(`CREATE ROLE ${user} LOGIN PASSWORD '${user}'`)
  // Of the owner's, so that it may make the partitions of views; being a superuser is not handed on.
  await postgres.sql(`GRANT ${decodeURIComponent(new URL(postgres.url).username)} TO ${user}`)
  const url = new URL(postgres.url)
  Object.assign(url, { username: user, password: user })
  return url.href
}

/**
 * Takes every connection there is, the server's own too, as another program that leaks them would. The server stands still
 * meanwhile: each that it is being refused takes the place of one for a moment, so that neither would get the last ones.
 *
 * @throws where they could not all be taken
 */
async function takeAll(
  watcher: pg.Client,
  url: string,
  server: ProvedServer,
): Promise<{ tookMs: number; release: () => Promise<void> }> {
  const held: pg.Client[] = []
  const takeOne = async () => {
    const client = new pg.Client({ connectionString: url, application_name: 'hog' })
    // Ended on purpose, or refused: either way there is none.
    client.on('error', () => {})
    await client.connect().then(
      () => held.push(client),
      () => {},
    )
  }
  const release = async () => void (await Promise.all(held.splice(0).map((client) => client.end())))
  // Those, too, that are only being made: they have no name yet.
  const others = `backend_type = 'client backend' AND application_name <> 'hog' AND pid <> pg_backend_pid()`
  const begun = performance.now()
  signalTree(server.process(), 'SIGSTOP')
  try {
    for (let tries = 0; tries < 100; tries++) {
      await watcher.query(
        `SELECT pg_terminate_backend(pid, 1000) FROM pg_stat_activity WHERE ${others}`,
      )
      await Promise.all(Array.from({ length: ordinaryMax - held.length }, takeOne))
      const { rows } = await watcher.query(`SELECT FROM pg_stat_activity WHERE ${others}`)
      if (held.length === ordinaryMax && rows.length === 0)
        return { tookMs: performance.now() - begun, release }
    }
  } finally {
    signalTree(server.process(), 'SIGCONT')
  }
  const taken = held.length
  await release()
  throw new Error(`of ${ordinaryMax} connections ${taken} could be taken`)
}

/**
 * Whether the server gives back what it does not need: none is at work at once, and once the pool has kept them idle for its
 * time, no more are there than its timers use. How many are there at once says nothing: PostgreSQL grants no more than the pool may have.
 */
async function expectReturned(
  scene: Scene,
  postgres: ProvedPostgres,
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
  findings.expect(busy === 0, `${busy} connections were left at work`)
  if (scene.size === 'short') return
  // Its timers ask every 15 seconds, one after the other: what they need stays.
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
    `${least} connections were still there ${(2 * idleMs) / 1_000} s later`,
  )
  findings.measure('connections kept for timers', least, '')
}
