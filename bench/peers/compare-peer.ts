/** Compares Afterword with another system, in alternating rounds on one PostgreSQL. */
import type pg from 'pg'
import { type Figure, show } from '@/bench/support/figure'
import { postThroughput, writers } from '@/bench/support/load'
import { type BenchServer, type Blog, startServer } from '@/bench/support/prepare'
import { median } from '@/bench/support/quantile'
import { memoryOfTree } from '@/tools/prove/machines/killed-processes'
import { responds } from './start-peer'

const rounds = 5

/** A kind of POST request, and the query that counts the rows it has stored. */
export type Write = { path: string; status: number; body: (n: number) => unknown; stored: string }

export type System = {
  name: string
  server: BenchServer
  /** The path whose first response ends the start. */
  path: string
  start: () => Promise<BenchServer>
  /** Runs a query that returns one number. */
  find: (sql: string) => Promise<number>
}

export type Pair<T> = { ours: T; baseline: T }

/** Returns the medians of both systems. Rounds alternate. */
async function mediansOf<T>(systems: Pair<T>, measure: (system: T) => Promise<number>) {
  const [own, other]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    other.push(await measure(systems.baseline))
    own.push(await measure(systems.ours))
  }
  return { ours: median(own), baseline: median(other) }
}

/** Reports two values. Only completeness has a target. */
const comparedWith =
  (peer: string) =>
  (
    what: string,
    unit: string,
    { ours, baseline }: Pair<number>,
    { digits = 0, target = 'no target', reached = true } = {},
  ) =>
    show({
      what,
      ours: `${ours.toFixed(digits)} ${unit}`,
      baseline: `${baseline.toFixed(digits)} ${unit} of ${peer}`,
      ratio: `${(ours / baseline).toFixed(2)} ×`,
      target,
      reached,
    })

/** Returns the seconds until a new process has responded at a path. */
async function startSeconds({ start, path }: System): Promise<number> {
  const startedAt = performance.now()
  const server = await start()
  if (!(await responds(server.url + path))) throw new Error(`${path}: no response`)
  const seconds = (performance.now() - startedAt) / 1_000
  await server.stop()
  return seconds
}

const megabytes = ({ server }: System) => memoryOfTree(server.process) / 1_000_000

/**
 * Starts a peer beside the blog. Measures the start of both, and their memory before and after the
 * given measurements.
 * @param peer its server and its database
 * @param paths the path of each system whose first response ends its start
 */
export async function comparePeer(
  { server, database, directory }: Blog,
  { name, start, pool }: { name: string; start: () => Promise<BenchServer>; pool: pg.Pool },
  paths: Pair<string>,
  measure: (systems: Pair<System>, compared: Compared) => Promise<Figure[]>,
): Promise<Figure[]> {
  const peer = await start()
  const systems: Pair<System> = {
    ours: {
      name: 'Afterword',
      server,
      path: paths.ours,
      start: () => startServer(directory, database.url),
      find: async (sql) => Number((await database.sql(sql)).rows[0].found),
    },
    baseline: {
      name,
      server: peer,
      path: paths.baseline,
      start,
      find: async (sql) => Number((await pool.query(sql)).rows[0].found),
    },
  }
  const compared = comparedWith(name)
  const memory = () => ({ ours: megabytes(systems.ours), baseline: megabytes(systems.baseline) })
  try {
    return [
      compared('memory, idle', 'MB', memory()),
      compared('start to the first response', 's', await mediansOf(systems, startSeconds), {
        digits: 2,
      }),
      ...(await measure(systems, compared)),
      compared('memory after these', 'MB', memory()),
    ]
  } finally {
    await peer.stop()
    await pool.end()
  }
}

type Compared = ReturnType<typeof comparedWith>

/** Compares POSTs. Afterword must store what it accepts; the loss of the peer is only reported. */
export async function compareWrites(what: string, systems: Pair<System>, writes: Pair<Write>) {
  const startTally = async (system: System, write: Write) => ({
    system,
    write,
    accepted: 0,
    before: await system.find(write.stored),
  })
  const tallies = {
    ours: await startTally(systems.ours, writes.ours),
    baseline: await startTally(systems.baseline, writes.baseline),
  }
  const measured = await mediansOf(tallies, async (tally) => {
    const { path, status, body } = tally.write
    const url = tally.system.server.url + path
    const result = await postThroughput(url, (n) => JSON.stringify(body(n)), status)
    tally.accepted += result.accepted
    return result.perSecond
  })
  // A connection that closes at the end of a round may have stored more than was accepted.
  const stored = async ({ system, write, accepted, before }: (typeof tallies)['ours']) =>
    Math.min((await system.find(write.stored)) - before, accepted)
  const own = await stored(tallies.ours)
  const other = await stored(tallies.baseline)
  const { name } = systems.baseline
  return comparedWith(name)(
    `${what}, ${writers} connections (stored: ${own} of ${tallies.ours.accepted}, ` +
      `${name} ${other} of ${tallies.baseline.accepted})`,
    'requests/s',
    measured,
    { target: 'all stored', reached: own === tallies.ours.accepted },
  )
}
