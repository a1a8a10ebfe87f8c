import { mkdtempSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@/scripts/embedded-postgres'
import { migrate } from '@/scripts/migrate'
import { runSql } from '@/test/servers/postgres-with-tools'
import type { Scene } from '@/tools/prove/scene'
import { startMsMax } from '@/tools/prove/within'
import { killTree, signalTree } from './killed-processes'

export type ProvedPostgres = {
  url: string
  port: number
  /** Asks it, over a connection of its own that no fault of the part's making is put between. */
  sql: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>
  /**
   * Ends the postmaster and all its backends at once (SIGKILL). No power cut: what they had handed to the system stays in its
   * cache, and reaches the disk even if nobody had asked for that.
   */
  kill: () => Promise<void>
  /** Starts it again after that, and resolves when it takes connections. */
  start: () => Promise<void>
  /** Whether it is gone, by itself or killed. */
  hasEnded: () => boolean
  freeze: () => void
  thaw: () => void
}

/** A real PostgreSQL in an empty directory on a free port, migrated, with `fsync` on. */
export async function startPostgres(
  scene: Scene,
  settings: Record<string, string> = {},
  home = scene.directory,
): Promise<ProvedPostgres> {
  const directory = mkdtempSync(path.join(home, 'postgres-'))
  let starting = startOnce(scene, directory, { settings })
  // One that is still being started is waited for: its process group is not ours, so that it would outlive us.
  scene.onEnd(async () => {
    const running = await starting.catch(() => undefined)
    if (!running) return
    signalTree(running.process, 'SIGCONT')
    await running.stop()
  })
  let postgres = await starting
  const { url } = postgres
  const port = Number(new URL(url).port)
  await migrate(url)
  return {
    url,
    port,
    sql: (text, values) => runSql(url, text, values),
    kill: () => killTree(postgres.process),
    start: async () => {
      starting = startOnce(scene, directory, { port, settings })
      postgres = await starting
    },
    hasEnded: () => postgres.process.exitCode !== null || postgres.process.signalCode !== null,
    freeze: () => signalTree(postgres.process, 'SIGSTOP'),
    thaw: () => signalTree(postgres.process, 'SIGCONT'),
  }
}

/** @throws where it takes no connections for too long, and once the scene is over: then there is no directory any more */
async function startOnce(
  scene: Scene,
  directory: string,
  options: { port?: number; settings: Record<string, string> },
): Promise<EmbeddedPostgres> {
  scene.signal.throwIfAborted()
  const late = AbortSignal.timeout(startMsMax)
  try {
    return await startEmbeddedPostgres(directory, {
      ...options,
      signal: AbortSignal.any([scene.signal, late]),
    })
  } catch (error) {
    throw late.aborted
      ? new Error(`PostgreSQL took no connections for ${startMsMax / 1_000} s`, { cause: error })
      : error
  }
}

/** Another database beside the first, with nothing in it. */
export async function createDatabase(
  postgres: ProvedPostgres,
  name: string,
): Promise<Pick<ProvedPostgres, 'url' | 'sql'>> {
  await postgres.sql(`CREATE DATABASE ${name}`)
  const url = Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href
  return { url, sql: (text, values) => runSql(url, text, values) }
}

/** Writes so many published posts, `proved-1` and so on. */
export async function addPosts(
  postgres: Pick<ProvedPostgres, 'sql'>,
  count: number,
): Promise<string[]> {
  const rows = await postgres.sql<{ slug: string }>(
    `INSERT INTO posts (slug, title, content, published_at)
     SELECT 'proved-' || n, 'Proved ' || n, 'Words of a post that is read while things break.', now() - n * interval '1 hour' - interval '1 day'
       FROM generate_series(1, $1::integer) AS n RETURNING slug`,
    [count],
  )
  return rows.map(({ slug }) => slug)
}
