/** Every view that was answered with 201 is stored, and none twice, while PostgreSQL is killed and started again. */
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@/prisma/embedded'
import { migrate } from '@/prisma/migrate'
import { show } from './figure'
import { startServer, withBlog } from './prepare'
import { newReader, viewHeaders } from './view-load'

const kills = 5
const secondsBetween = 3
const workers = 64

/** Ends PostgreSQL as a power cut would: the postmaster and all its backends at once. */
async function cutPower(postgres: EmbeddedPostgres): Promise<void> {
  const parent = postgres.process.pid
  const parentOf = (pid: string) => Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1])
  const isChild = (pid: string) => {
    try {
      return parentOf(pid) === parent
    } catch {
      return false
    }
  }
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isChild(name))
  const exited = once(postgres.process, 'exit')
  postgres.process.kill('SIGKILL')
  for (const pid of children) {
    try {
      process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It had ended by itself.
    }
  }
  await exited
}

/** One reader, until there is an answer. The same look is sent again with the same key. */
async function read(url: string, counted: () => void): Promise<number> {
  const headers = viewHeaders(newReader())
  for (let tries = 1; ; tries++) {
    const status = await fetch(`${url}/api/views`, { method: 'POST', headers, body: '{"slug":"hot"}' }).then(
      async (response) => {
        await response.arrayBuffer()
        return response.status
      },
      () => 0,
    )
    if (status === 201) counted()
    if (status === 201 || status === 200) return tries
    await setTimeout(50)
  }
}

export async function measureExactViews({ directory }: { directory: string }) {
  const data = mkdtempSync(path.join(tmpdir(), 'afterword-exact-'))
  let postgres = await startEmbeddedPostgres(data)
  const port = Number(new URL(postgres.url).port)
  await migrate(postgres.url)
  const setUp = new pg.Client({ connectionString: postgres.url })
  await setUp.connect()
  await setUp.query(`INSERT INTO posts (slug, title, content, published_at) VALUES ('hot', 'Hot', 'Words.', '2025-10-01')`)
  await setUp.end()
  const server = await startServer(directory, postgres.url)
  let [readers, counted, retried, isOver] = [0, 0, 0, false]
  const worker = async () => {
    while (!isOver) {
      const tries = await read(server.url, () => counted++)
      readers++
      if (tries > 1) retried++
    }
  }
  const load = Promise.all(Array.from({ length: workers }, worker))
  for (let kill = 0; kill < kills; kill++) {
    await setTimeout(secondsBetween * 1_000)
    await cutPower(postgres)
    postgres = await startEmbeddedPostgres(data, { port })
  }
  await setTimeout(secondsBetween * 1_000)
  isOver = true
  await load
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  const { rows } = await client.query('SELECT sum(views)::integer AS views FROM view_counts')
  await client.end()
  await server.stop()
  await postgres.stop()
  rmSync(data, { recursive: true, force: true })
  const stored = Number(rows[0].views)
  return show({
    what: `views stored, PostgreSQL killed (-9) ${kills} times under load`,
    ours: `${stored} of ${readers} readers`,
    baseline: `${counted} answers of 201, ${readers - counted} readers told on a retry that they had been counted`,
    ratio: `${retried} retried`,
    wanted: 'as many as readers, at least as many as 201s',
    reached: stored === readers && counted <= stored,
  })
}

if (process.argv[1] === import.meta.filename) await withBlog(measureExactViews)
