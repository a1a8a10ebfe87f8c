import { Random } from '@/bench/support/random'
import { seedExamples } from '@/bench/support/seed-examples'
import { applyMigrations } from '@/scripts/schema-engine'
import { startMailServer } from '@/test/servers/mail-server'
import { compareGrowth } from '@/tools/prove/growth/compare-growth'
import type { Growth } from '@/tools/prove/growth/grown-rows'
import {
  startInfrequentWriteTimer,
  timeInfrequentWrites,
} from '@/tools/prove/growth/infrequent-write-timer'
import { findUntimedWrites } from '@/tools/prove/growth/infrequent-writes'
import { loadGrowth } from '@/tools/prove/growth/load-growth'
import { type Bloat, measureBloat, measurePending } from '@/tools/prove/growth/measure-bloat'
import { measureSizes } from '@/tools/prove/growth/measure-sizes'
import { findMiddleSample } from '@/tools/prove/growth/middle-sample'
import { moderateComments } from '@/tools/prove/growth/moderate-comments'
import { type TimedSide, timeAlternately } from '@/tools/prove/growth/time-addresses'
import { addTimed, type TimedBlog } from '@/tools/prove/growth/timed-blog'
import { timedReads } from '@/tools/prove/growth/timed-routes'
import type { Timed } from '@/tools/prove/growth/timings'
import { createDatabase, startPostgres, type TestPostgres } from '@/tools/prove/machines/postgres'
import { startServer } from '@/tools/prove/machines/server'
import { Findings, type Part } from '@/tools/prove/part'
import { ownSite } from '@/tools/prove/requests/authorized-requests'
import type { Scene } from '@/tools/prove/scene'

const gigabyte = 1024 ** 3

type Database = Pick<TestPostgres, 'url' | 'sql'>
type OpenBlog = { url: string; blog: TimedBlog; database: Database }

/**
 * Adds the examples and the timed content to a database and starts a server for it. The server can
 * send e-mail, because some writes add e-mails to the outbox.
 */
async function openBlog(scene: Scene, database: Database, smtpUrl: string): Promise<OpenBlog> {
  seedExamples(scene.checkout, database.url)
  const blog = await addTimed(database)
  const mailing = { SITE_URL: ownSite, SMTP_URL: smtpUrl, NOTIFY_EMAIL: 'owner@example.org' }
  const { url } = await startServer(scene, database.url, mailing)
  return { url, blog, database }
}

/** Finds the middle of the blog again, because it moves with growth and with every comment. */
const sideOf = async ({ url, blog, database }: OpenBlog): Promise<TimedSide> => ({
  url,
  blog,
  reads: timedReads(blog, await findMiddleSample(database)),
})

async function sizeOf({ sql }: Database): Promise<Growth> {
  const [size] = await sql<Growth>(
    `SELECT (SELECT count(*) FROM posts)::integer AS posts,
     (SELECT count(*) FROM comments)::integer AS comments,
            (SELECT sum(views) FROM view_totals)::float8 AS views`,
  )
  if (!size) throw new Error('the database did not report its size')
  return size
}

/**
 * Expects the blog to have grown as promised. (With fewer posts, there are fewer views, because a
 * few posts get most of them.)
 */
function expectGrown(
  findings: Findings,
  { before, after, promised }: Record<'before' | 'after' | 'promised', Growth>,
): void {
  for (const what of ['posts', 'comments', 'views'] as const) {
    const minimum = what === 'views' && promised.posts < 50_000 ? 1 : promised[what]
    const grown = after[what] - before[what]
    findings.expect(grown >= minimum, `the blog grew by ${grown} ${what}, not by ${minimum}`)
    findings.measure(`added ${what}`, grown, '', 'lower')
  }
}

/**
 * Measures the size on disk and the wasted share of indexes, before and after many comments are
 * moderated and deleted. None of these is promised.
 */
async function measureDisk(findings: Findings, postgres: Database): Promise<void> {
  const { databaseBytes, indexBytes } = await measureSizes(postgres)
  findings.measure('on disk', databaseBytes / gigabyte, 'GB')
  findings.measure('indexes', indexBytes / gigabyte, 'GB')
  const reportBloat = ({ wasted, worst }: Bloat, when: string) => {
    findings.measure(`B-tree bloat, ${when}`, 100 * wasted, '%')
    findings.measure(`worst B-tree bloat, ${when}`, 100 * worst.wasted, `% (${worst.index})`)
  }
  reportBloat(await measureBloat(postgres), 'after the measurements')
  await moderateComments(postgres, async () =>
    findings.measure('pages in GIN pending lists after use', await measurePending(postgres), ''),
  )
  reportBloat(await measureBloat(postgres), 'after use')
}

type Timing = { findings: Findings; scene: Scene; times: number; rounds: number; slackMs: number }
type TimeBoth = (rounds: number) => Promise<ReadonlyMap<string, [Timed, Timed]>>

/**
 * Repeats a measurement of both blogs and checks each round against the limits.
 * @returns the names of the measurements
 */
async function timeRepeatedly(
  { findings, scene, times, rounds, slackMs }: Timing,
  what: string,
  timeBoth: TimeBoth,
): Promise<string[]> {
  const time = async (rounds: number) => {
    const timed = await timeBoth(rounds)
    findings.count('requests', 2 * rounds * timed.size)
    return timed
  }
  const comparesSizes = scene.size === 'full'
  // Warms up the servers. The short form enforces no time limits, so it skips this.
  if (scene.size === 'full') await time(4)
  let names: string[] = []
  for (let n = 1; n <= times; n++) {
    scene.log(`timing ${what}: ${n} of ${times}`)
    const timed = await time(rounds)
    for (const [name, [seed, grown]] of timed)
      compareGrowth(findings, name, { seed, grown }, { slackMs, comparesSizes })
    names = [...timed.keys()]
  }
  return names
}

export const growth: Part = {
  name: 'growth',
  promise:
    'with 10 M comments, 100 M views and 50,000 posts, loaded once and timed five times, every ' +
    'page and GET, including the admin area, and every write of readers, staff, timers and ' +
    'mailed links takes at most 1.5 × its time on a small blog whose lists are full, so that it ' +
    'returns as much, or at most 2 ms more (the measurement precision). Only the archive and the ' +
    'sitemap return more: they take at most 1.5 × as long per byte, and at most 1 s',
  summary:
    '10 M comments, 100 M views, 50,000 posts: every page and write ≤ 1.5 × its small-blog time',
  // Loads the data once and measures it five times instead of running five times, because the rows
  // would be the same.
  runs: 1,
  async prove(scene) {
    const findings = new Findings()
    const full = { posts: 50_000, comments: 10_000_000, views: 100_000_000 }
    const [size, times, rounds, slackMs] = scene.choose(
      // The median of a response of 3 ms varies by 2 ms from minute to minute.
      [full, 5, 20, 2],
      // A single round can only distinguish a table scan from an index scan.
      [{ posts: 300, comments: 6_000, views: 60_000 }, 1, 1, 50],
    )
    const settings = { shared_buffers: '1GB', max_wal_size: '8GB', maintenance_work_mem: '1GB' }
    const postgres = await startPostgres(scene, scene.choose<Record<string, string>>(settings, {}))
    const seeded = await createDatabase(postgres, 'seeded')
    await applyMigrations(seeded.url)
    const mail = await startMailServer()
    scene.onEnd(mail.stop)
    const small = await openBlog(scene, seeded, mail.url)
    const large = await openBlog(scene, postgres, mail.url)
    const random = new Random(19)
    const before = await sizeOf(postgres)
    await loadGrowth({ sql: postgres.sql, log: scene.log }, size, large.blog.tag)
    expectGrown(findings, { before, after: await sizeOf(postgres), promised: size })
    const timing: Timing = { findings, scene, times, rounds, slackMs }
    const byReaders = await timeRepeatedly(timing, 'reads and writes of readers', async (rounds) =>
      timeAlternately(await sideOf(small), await sideOf(large), rounds, random),
    )
    // Runs after the reads, because new rows would change the measured lists.
    const one = await startInfrequentWriteTimer(scene, small)
    const other = await startInfrequentWriteTimer(scene, large)
    const infrequent = await timeRepeatedly(timing, 'all other writes', (rounds) =>
      timeInfrequentWrites(one, other, rounds, random),
    )
    const names = new Set([...byReaders, ...infrequent])
    const unwritten = findUntimedWrites(names)
    findings.expect(unwritten.length === 0, `not measured: ${unwritten.join(' ')}`)
    findings.measure('measured addresses and writes', names.size, '', 'lower')
    scene.log('moderating and deleting many comments')
    await measureDisk(findings, postgres)
    return findings
  },
}
