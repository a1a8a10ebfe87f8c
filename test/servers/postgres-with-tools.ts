import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { appendFileSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { freePort } from '@/scripts/embedded-postgres'
import { endProcess } from './end-process'
import { programPath } from './find-program'

export type PostgresWithTools = {
  /** Returns the URL of one of its databases. */
  url: (database: string) => string
  port: number
  process: ChildProcess
  /** Runs `pg_dump`, `psql` and similar programs of the same version. */
  run: (program: string, args: string[], input?: string) => string
  stop: () => Promise<void>
}

type Options = {
  settings?: Record<string, string>
  /** The server that it replicates (streaming replication). */
  replicaOf?: PostgresWithTools
  /** A certificate and its key, in PEM: the server then accepts encrypted connections. */
  tls?: { key: string; cert: string }
  /** Its own address, and the command that runs a program on the machine that has it. */
  machine?: { address: string; enter: string[] }
}

/** Returns the user that the package creates, because PostgreSQL refuses to run as root. */
export function postgresIdentity(): { uid?: number; gid?: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return process.getuid?.() === 0 ? { uid: id('-u'), gid: id('-g') } : {}
}

/**
 * Starts an empty PostgreSQL from the system's packages under a temporary directory, with the tools
 * that operators have.
 */
export async function startPostgresWithTools({
  settings = { fsync: 'off' },
  replicaOf,
  tls,
  machine,
}: Options = {}): Promise<PostgresWithTools> {
  const binaries = path.dirname(programPath('pg_dump'))
  const directory = mkdtempSync(path.join(tmpdir(), 'afterword-postgres-'))
  const identity = postgresIdentity()
  if (identity.uid !== undefined && identity.gid !== undefined)
    chownSync(directory, identity.uid, identity.gid)
  const cluster = path.join(directory, 'data')
  const [make, ...args] = replicaOf
    ? [
        'pg_basebackup',
        '-D',
        cluster,
        '-d',
        replicaOf.url('postgres'),
        '--write-recovery-conf',
        '--wal-method=stream',
        '--checkpoint=fast',
      ]
    : [
        'initdb',
        '-D',
        cluster,
        '-U',
        'afterword',
        '--auth=trust',
        '--encoding=UTF8',
        '--locale=C.UTF-8',
      ]
  execFileSync(path.join(binaries, make), args, { ...identity, cwd: directory, stdio: 'ignore' })
  if (tls) {
    for (const [name, text] of [
      ['server.key', tls.key],
      ['server.crt', tls.cert],
    ] as const) {
      writeFileSync(path.join(cluster, name), text, { mode: 0o600 })
      if (identity.uid !== undefined && identity.gid !== undefined)
        chownSync(path.join(cluster, name), identity.uid, identity.gid)
    }
  }
  // A replica copies the file.
  if (machine && !replicaOf)
    appendFileSync(
      path.join(cluster, 'pg_hba.conf'),
      'host all all samenet trust\nhost replication all samenet trust\n',
    )
  const port = await freePort()
  const host = machine?.address ?? '127.0.0.1'
  const options = {
    listen_addresses: host,
    unix_socket_directories: '',
    ...(tls && { ssl: 'on' }),
    ...settings,
  }
  const flags = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const enter = machine && [
    ...machine.enter,
    ...Object.entries(identity).map(([name, id]) => `--set${name}=${id}`),
  ]
  const [program = '', ...before] = [...(enter ?? []), path.join(binaries, 'postgres')]
  const server = spawn(program, [...before, '-D', cluster, '-p', String(port), ...flags], {
    ...(!enter && identity),
    cwd: directory,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await untilReady(server)
  return {
    url: (database) => `postgresql://afterword@${host}:${port}/${database}`,
    port,
    process: server,
    run: (program, args, input) =>
      execFileSync(path.join(binaries, program), args, {
        ...(input !== undefined && { input }),
        encoding: 'utf8',
        maxBuffer: 2 ** 28,
      }),
    stop: async () => {
      await endProcess(server, 'SIGINT')
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

async function untilReady(server: ChildProcess): Promise<void> {
  let log = ''
  await new Promise<void>((resolve, reject) => {
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-4_000)
      if (/ready to accept (?:read-only )?connections/.test(log)) resolve()
    })
    server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${log}`)))
  })
}

/** Runs SQL on one of its databases. */
export async function runSql<Row extends pg.QueryResultRow>(
  url: string,
  sql: string,
  values?: unknown[],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(sql, values)).rows
  } finally {
    await client.end()
  }
}
