import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { freePort } from '@/prisma/embedded'
import { programPath } from './find-program'

export type PostgresWithTools = {
  /** The URL of a database of it. */
  url: (database: string) => string
  /** Runs `pg_dump`, `psql` and their like, of the same version. */
  run: (program: string, args: string[], input?: string) => string
  stop: () => Promise<void>
}

/** A PostgreSQL from the system's packages, empty, under a temporary directory: what an operator has, with its own tools. */
export async function startPostgresWithTools(): Promise<PostgresWithTools> {
  const binaries = path.dirname(programPath('pg_dump'))
  const directory = mkdtempSync(path.join(tmpdir(), 'afterword-postgres-'))
  // PostgreSQL refuses to run as root; its package has made the user that it runs as.
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  const identity = process.getuid?.() === 0 ? { uid: id('-u'), gid: id('-g') } : {}
  if (identity.uid !== undefined && identity.gid !== undefined) chownSync(directory, identity.uid, identity.gid)
  const cluster = path.join(directory, 'data')
  const initdb = ['-D', cluster, '-U', 'afterword', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8']
  execFileSync(path.join(binaries, 'initdb'), initdb, { ...identity, cwd: directory, stdio: 'ignore' })
  const port = await freePort()
  const settings = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-c', 'fsync=off']
  const server = spawn(path.join(binaries, 'postgres'), ['-D', cluster, '-p', String(port), ...settings], {
    ...identity,
    cwd: directory,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  server.stderr.setEncoding('utf8')
  for await (const text of server.stderr) {
    log += text
    if (log.includes('ready to accept connections')) break
  }
  const url = (database: string) => `postgresql://afterword@127.0.0.1:${port}/${database}`
  if (server.exitCode !== null) throw new Error(`PostgreSQL did not start:\n${log}`)
  return {
    url,
    run: (program, args, input) =>
      execFileSync(path.join(binaries, program), args, { ...(input !== undefined && { input }), encoding: 'utf8', maxBuffer: 2 ** 28 }),
    stop: async () => {
      const exited = once(server, 'exit')
      server.kill('SIGINT')
      await exited
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Runs SQL on one of its databases. */
export async function runSql(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql)
  await client.end()
}
