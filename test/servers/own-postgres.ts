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
  /** The postmaster's process id; each connection is served by a child of it. */
  pid: () => number | undefined
  sql: <Row extends pg.QueryResultRow>(text: string) => Promise<Row[]>
  /** Ends the postmaster at once (SIGKILL), and resolves when it is gone; its children end as they notice. */
  kill: () => Promise<void>
  /** Ends it in order. */
  stop: () => Promise<void>
  /** Starts it again, on its port and with what it holds, and resolves when it takes connections. */
  start: () => Promise<void>
  /** Stops it, and removes what it holds. */
  end: () => Promise<void>
}

/** A PostgreSQL that a test does not share, migrated and with `fsync` on, to be killed, stopped and started again. */
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
