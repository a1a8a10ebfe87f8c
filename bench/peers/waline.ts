/**
 * Measures Afterword beside Waline, with the same data in the same PostgreSQL: start, memory,
 * reading and writing comments, reading and counting views, and scripts. Waline is the peer for
 * views as well, because Umami and GoatCounter are neither on npm nor in Debian. Needs
 * `npm ci --prefix bench/peers`.
 *
 * `npm run bench -- waline`
 */
import { show } from '@/bench/support/figure'
import { compare, postThroughput, writers } from '@/bench/support/load'
import { type BenchServer, type Blog, startServer, withBlog } from '@/bench/support/prepare'
import { median } from '@/bench/support/quantile'
import { firefox } from '@/test/new-client'
import { memoryOfTree } from '@/tools/prove/machines/killed-processes'
import { embedSizes } from './embed-size'
import {
  comments,
  createWalineDatabase,
  page,
  replies,
  responds,
  startWaline,
  walineComments,
} from './start-waline'

const rounds = 5

type Write = { path: string; status: number; body: (n: number) => unknown; stored: string }

type System = {
  server: BenchServer
  start: () => Promise<BenchServer>
  /** Runs a query that returns one number. */
  find: (sql: string) => Promise<number>
  comments: string
  views: string
  comment: Write
  view: Write
}

const content = (n: number) => `Comment number ${n}, with *some* words in it.`

const ours = {
  comments: '/api/comments?slug=measured',
  views: '/api/views?slug=measured',
  comment: {
    path: '/api/comments',
    status: 201,
    body: (n: number) => ({ slug: 'measured', author_name: 'Reader', content: content(n) }),
    stored: 'SELECT count(*) AS found FROM comments',
  },
  view: {
    path: '/api/views',
    status: 201,
    body: () => ({ slug: 'measured' }),
    stored: 'SELECT sum(views) AS found FROM view_counts',
  },
}

const walines = {
  comments: walineComments,
  views: `/api/article?${new URLSearchParams({ path: page, type: 'time' })}`,
  comment: {
    path: '/api/comment',
    status: 200,
    body: (n: number) => ({
      url: page,
      nick: 'Reader',
      mail: '',
      link: '',
      ua: firefox,
      comment: content(n),
    }),
    stored: 'SELECT count(*) AS found FROM wl_comment',
  },
  view: {
    path: '/api/article',
    status: 200,
    body: () => ({ path: page, type: 'time', action: 'inc' }),
    stored: 'SELECT sum("time") AS found FROM wl_counter',
  },
}

type Pair<T> = { ours: T; baseline: T }

/** Returns the medians of both systems. Rounds alternate. */
async function inRounds<T>(systems: Pair<T>, measure: (system: T) => Promise<number>) {
  const [own, other]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    other.push(await measure(systems.baseline))
    own.push(await measure(systems.ours))
  }
  return { ours: median(own), baseline: median(other) }
}

/** Reports two values. Only completeness has a target. */
const compared = (
  what: string,
  unit: string,
  { ours, baseline }: Pair<number>,
  { digits = 0, target = 'no target', reached = true } = {},
) =>
  show({
    what,
    ours: `${ours.toFixed(digits)} ${unit}`,
    baseline: `${baseline.toFixed(digits)} ${unit} of Waline`,
    ratio: `${(ours / baseline).toFixed(2)} ×`,
    target,
    reached,
  })

/** Returns the seconds until a new process has responded with comments. */
async function startSeconds({ start, comments: address }: System): Promise<number> {
  const startedAt = performance.now()
  const server = await start()
  if (!(await responds(server.url + address))) throw new Error(`${address}: no response`)
  const seconds = (performance.now() - startedAt) / 1_000
  await server.stop()
  return seconds
}

/** @throws if the response lacks a comment or a reply */
async function checkComments({ server, comments: address }: System): Promise<void> {
  const text = await (await fetch(server.url + address)).text()
  const found = new Set(text.match(/"Reader \d+"/g)).size
  const replyCount = text.split('"Another"').length - 1
  if (found !== comments || replyCount !== replies)
    throw new Error(`${address}: ${found} comments and ${replyCount} replies`)
}

const megabytes = ({ server }: System) => memoryOfTree(server.process) / 1_000_000

/** Compares POSTs. Afterword must store what it accepts; the loss of Waline is only reported. */
async function compareWrites(what: string, systems: Pair<System>, kind: 'comment' | 'view') {
  const begin = async (system: System) => ({
    system,
    accepted: 0,
    before: await system.find(system[kind].stored),
  })
  const tallies = { ours: await begin(systems.ours), baseline: await begin(systems.baseline) }
  const measured = await inRounds(tallies, async (tally) => {
    const { path, status, body } = tally.system[kind]
    const url = tally.system.server.url + path
    const { perSecond, taken } = await postThroughput(url, (n) => JSON.stringify(body(n)), status)
    tally.accepted += taken
    return perSecond
  })
  // A connection that closes at the end of a round may have stored more than was accepted.
  const stored = async ({ system, accepted, before }: (typeof tallies)['ours']) =>
    Math.min((await system.find(system[kind].stored)) - before, accepted)
  const own = await stored(tallies.ours)
  const other = await stored(tallies.baseline)
  const accepted = tallies.ours.accepted
  const acceptedByWaline = tallies.baseline.accepted
  return compared(
    `${what}, ${writers} connections (stored: ${own} of ${accepted}, ` +
      `Waline ${other} of ${acceptedByWaline})`,
    'requests/s',
    measured,
    { target: 'all stored', reached: own === accepted },
  )
}

export async function measureWaline({ server, database, directory }: Blog) {
  const pool = await createWalineDatabase(database)
  const start = () => startWaline(database.url)
  const waline = await start()
  const systems: Pair<System> = {
    ours: {
      ...ours,
      server,
      start: () => startServer(directory, database.url),
      find: async (sql) => Number((await database.sql(sql)).rows[0].found),
    },
    baseline: {
      ...walines,
      server: waline,
      start,
      find: async (sql) => Number((await pool.query(sql)).rows[0].found),
    },
  }
  const memory = () => ({ ours: megabytes(systems.ours), baseline: megabytes(systems.baseline) })
  const reads = (what: 'comments' | 'views') =>
    compare(server.url + ours[what], waline.url + walines[what])
  try {
    await checkComments(systems.ours)
    await checkComments(systems.baseline)
    const idle = memory()
    const seconds = await inRounds(systems, startSeconds)
    const thread = `${comments} comments with ${replies} replies`
    return [
      compared('start to the first response', 's', seconds, { digits: 2 }),
      compared('memory, idle', 'MB', idle),
      compared(`reading ${thread}`, 'requests/s', await reads('comments')),
      compared('reading views', 'requests/s', await reads('views')),
      await compareWrites('counting views', systems, 'view'),
      await compareWrites('writing comments', systems, 'comment'),
      compared('memory after these', 'MB', memory()),
      compared('scripts and styles with Brotli', 'kB', embedSizes(directory), { digits: 1 }),
    ]
  } finally {
    await waline.stop()
    await pool.end()
  }
}

if (process.argv[1] === import.meta.filename) await withBlog(measureWaline)
