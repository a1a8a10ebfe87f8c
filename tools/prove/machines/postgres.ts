import { mkdtempSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@/scripts/embedded-postgres'
import { migrate } from '@/scripts/migrate'
import { runSql } from '@/test/servers/postgres-with-tools'
import type { Scene } from '@/tools/prove/scene'
import { startMsMax } from '@/tools/prove/with-timeout'
import { killTree, signalTree } from './killed-processes'

export type TestPostgres = {
  url: string
  port: number
  /** Runs a query over a separate connection that injected faults do not affect. */
  sql: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>
  /**
   * Kills the postmaster and all its backends (SIGKILL). Unlike a power failure, data in the
   * kernel's cache survives and reaches the disk even without fsync.
   */
  kill: () => Promise<void>
  /** Starts it again and resolves when it accepts connections. */
  start: () => Promise<void>
  /** Returns true if it has exited or was killed. */
  hasEnded: () => boolean
  freeze: () => void
  thaw: () => void
}

/** Starts PostgreSQL in an empty directory on a free port, migrated, with `fsync` on. */
export async function startPostgres(
  scene: Scene,
  settings: Record<string, string> = {},
  home = scene.directory,
): Promise<TestPostgres> {
  const directory = mkdtempSync(path.join(home, 'postgres-'))
  let starting = startOnce(scene, directory, { settings })
  // Waits for a server that is still starting. It has its own process group and would otherwise
  // outlive this process.
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

/**
 * @throws if it accepts no connections within the limit, or if the scene has ended and its
 * directory is gone
 */
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
      ? new Error(`PostgreSQL accepted no connections for ${startMsMax / 1_000} s`, {
          cause: error,
        })
      : error
  }
}

/** Creates another, empty database next to the first. */
export async function createDatabase(
  postgres: TestPostgres,
  name: string,
): Promise<Pick<TestPostgres, 'url' | 'sql'>> {
  await postgres.sql(`CREATE DATABASE ${name}`)
  const url = Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href
  return { url, sql: (text, values) => runSql(url, text, values) }
}

/** Adds published posts, named `proved-1` and so on. */
export async function addPosts(
  postgres: Pick<TestPostgres, 'sql'>,
  count: number,
): Promise<string[]> {
  const rows = await postgres.sql<{ slug: string }>(
    `INSERT INTO posts (slug, title, content, published_at)
     SELECT 'proved-' || n, 'Proved ' || n, 'Words of a post that is read while things break.',
       now() - n * interval '1 hour' - interval '1 day'
       FROM generate_series(1, $1::integer) AS n RETURNING slug`,
    [count],
  )
  return rows.map(({ slug }) => slug)
}
