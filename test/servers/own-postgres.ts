import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@/scripts/embedded-postgres'
import { migrate } from '@/scripts/migrate'
import { endProcess } from './end-process'
import { runSql } from './postgres-with-tools'

export type OwnPostgres = {
  url: string
  /** The process id of the postmaster; each connection is served by a child of it. */
  pid: () => number | undefined
  sql: <Row extends pg.QueryResultRow>(text: string) => Promise<Row[]>
  /**
   * Kills the postmaster (SIGKILL) and resolves when it has exited; its children exit when they
   * notice.
   */
  kill: () => Promise<void>
  /** Stops it gracefully. */
  stop: () => Promise<void>
  /** Starts it again on its port with its data, and resolves when it accepts connections. */
  start: () => Promise<void>
  /** Stops it and removes its data. */
  end: () => Promise<void>
}

/** Starts a migrated PostgreSQL with `fsync` on, which a test may kill, stop and restart. */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  const directory = mkdtempSync(path.join(tmpdir(), 'afterword-own-'))
  let postgres: EmbeddedPostgres = await startEmbeddedPostgres(directory)
  const { url } = postgres
  const port = Number(new URL(url).port)
  await migrate(url)
  return {
    url,
    pid: () => postgres.process.pid,
    sql: (text) => runSql(url, text),
    kill: () => endProcess(postgres.process, 'SIGKILL'),
    stop: () => postgres.stop(),
    start: async () => {
      postgres = await startEmbeddedPostgres(directory, { port })
    },
    end: async () => {
      await postgres.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
