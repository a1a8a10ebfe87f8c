/**
 * Imports a million comments of 20,000 pages from a backup of remark42 with `npm run
 * comments:import`, imports the file again, and exports everything with `npm run comments:export`.
 * Measures time, peak memory and the size of the database. The baseline is PostgreSQL alone: it
 * copies the table of comments with its indexes and triggers, or writes its rows as JSON.
 *
 * `tsx --conditions=react-server bench/imports/import-and-export.ts 10000` measures another number.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { type Figure, show } from '@/bench/support/figure'
import { bundledScript } from '@/scripts/bundle'
import { startEmbeddedPostgres } from '@/scripts/embedded-postgres'
import { migrate } from '@/scripts/migrate'

const millionComments = 1_000_000
const commentsPerPage = 50
const megabyte = 2 ** 20
const host = 'measured.example.org'

function* backup(count: number): Generator<string> {
  const start = Date.UTC(2015, 0, 1)
  for (let n = 0; n < count; n++) {
    const page = Math.floor(n / commentsPerPage)
    const place = n % commentsPerPage
    // Every second comment replies to the one before.
    const pid = place % 2 === 1 ? String(n - 1) : ''
    const comment = {
      id: String(n),
      pid,
      text: '<p>Words</p>',
      orig:
        `Comment ${n}: words of *some length*, like in most comments, with a link to ` +
        `https://example.org/${n}.\n\nAnd a second paragraph.`,
      user: { id: `reader-${n % 9_999}`, name: `Reader ${n % 9_999}` },
      locator: { site: 'measured', url: `https://${host}/post-${page}/` },
      time: new Date(start + n * 60_000).toISOString(),
    }
    yield `${JSON.stringify(comment)}\n`
  }
}

type Run = { seconds: number; peakMegabytes: number; output: string }

/** Runs a script of the product to its end, and returns its peak memory on Linux. */
async function run({ url }: Database, script: string, ...args: string[]): Promise<Run> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, await bundledScript(script, args), {
    env: { ...process.env, DATABASE_URL: url, PORT: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (text) => (output += text))
  let peakMegabytes = 0
  const timer = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      const peak = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024
      // The status of an exiting process lacks this line.
      peakMegabytes = Math.max(peakMegabytes, peak)
    } catch {
      // The process has ended, or this is not Linux.
    }
  }, 200)
  const [code] = await once(child, 'close')
  clearInterval(timer)
  if (code !== 0) throw new Error(`${script} failed: ${output}`)
  return { seconds: (performance.now() - startedAt) / 1_000, peakMegabytes, output }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1_000
}

function figure(what: string, ours: Run, baseline: number, ofWhat: string): Figure {
  const ratio = ours.seconds / baseline
  return show({
    what,
    ours: `${ours.seconds.toFixed(0)} s, ${ours.peakMegabytes.toFixed(0)} MB of memory`,
    baseline: `${baseline.toFixed(0)} s ${ofWhat}`,
    ratio: `${ratio.toFixed(1)} ×`,
    target: '≤ 250 MB of memory',
    reached: ours.peakMegabytes <= 250,
  })
}

type Database = { url: string; pool: pg.Pool }

async function sizeOf({ pool }: Database): Promise<number> {
  const { rows } = await pool.query('SELECT pg_database_size(current_database())::float8 AS size')
  return rows[0].size / megabyte
}

/** Measures an import and an export in a new database. */
export async function measureImportAndExport(count = millionComments): Promise<Figure[]> {
  const directory = mkdtempSync(path.join(tmpdir(), 'afterword-import-bench-'))
  const data = mkdtempSync(path.join(tmpdir(), 'afterword-bench-'))
  const postgres = await startEmbeddedPostgres(data)
  const database = { url: postgres.url, pool: new pg.Pool({ connectionString: postgres.url }) }
  const { pool } = database
  try {
    await migrate(postgres.url)
    const file = path.join(directory, 'backup.jsonl')
    await pipeline(backup(count), createWriteStream(file))
    const exported = path.join(directory, 'export.jsonl')
    const size = await sizeOf(database)
    const importing = () => run(database, 'import-comments', file, '--site', host)
    const first = await importing()
    const grown = (await sizeOf(database)) - size
    await pool.query('CREATE TABLE copied (LIKE comments INCLUDING ALL)')
    const copying = await timed(() =>
      pool.query('INSERT INTO copied SELECT * FROM comments ORDER BY id'),
    )
    await pool.query('DROP TABLE copied')
    const comments = `${count.toLocaleString('en')} comments`
    const copy = 'to copy the table'
    const imported = figure(
      `import of ${comments} (${grown.toFixed(0)} MB of database)`,
      first,
      copying,
      copy,
    )
    const written = await run(database, 'export-comments', exported)
    const reading = await timed(() =>
      pool.query('SELECT sum(length(to_jsonb(comments)::text)) FROM comments'),
    )
    const exportedSize = (statSync(exported).size / megabyte).toFixed(0)
    const what = `export of ${comments} (${exportedSize} MB)`
    const exportFigure = figure(what, written, reading, 'to write the rows as JSON')
    const again = figure(`second import of the same ${comments}`, await importing(), copying, copy)
    return [imported, exportFigure, again]
  } finally {
    await pool.end()
    await postgres.stop()
    for (const folder of [directory, data]) rmSync(folder, { recursive: true, force: true })
  }
}

if (process.argv[1] === import.meta.filename)
  await measureImportAndExport(Number(process.argv[2] ?? millionComments))
