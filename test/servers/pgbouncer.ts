import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { endProcess } from './end-process'
import { programPath } from './find-program'
import { postgresIdentity } from './postgres-with-tools'

export type PgBouncer = {
  /** Replaces the configuration of the running process. */
  reload: (configuration: string) => void
  stop: () => Promise<void>
}

/** Starts PgBouncer and resolves when it accepts connections. */
export async function startPgBouncer(
  configuration: string,
  files: Record<string, string> = {},
): Promise<PgBouncer> {
  const directory = mkdtempSync(path.join(tmpdir(), 'afterword-pgbouncer-'))
  // PgBouncer refuses to run as root, so it runs as another user, who must be able to read this
  // folder.
  chmodSync(directory, 0o755)
  const file = path.join(directory, 'pgbouncer.ini')
  const write = (name: string, text: string) =>
    writeFileSync(path.join(directory, name), text, { mode: 0o644 })
  for (const [name, text] of Object.entries(files)) write(name, text)
  write('pgbouncer.ini', configuration)
  const bouncer = spawn(programPath('pgbouncer'), [file], {
    ...postgresIdentity(),
    cwd: directory,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  await new Promise<void>((resolve, reject) => {
    bouncer.stderr.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-4_000)
      if (log.includes('process up')) resolve()
    })
    bouncer.once('error', reject)
    bouncer.once('exit', () => reject(new Error(`PgBouncer did not start:\n${log}`)))
  })
  return {
    reload: (changed) => {
      write('pgbouncer.ini', changed)
      bouncer.kill('SIGHUP')
    },
    stop: async () => {
      await endProcess(bouncer, 'SIGKILL')
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

type Options = {
  host?: string
  port: number
  databaseUrl: string
  poolMode?: 'transaction' | 'session'
  more?: string
}

/**
 * Returns a configuration that allows any user to connect to one database, through at most 20
 * connections of the server.
 */
export function pgBouncerConfiguration({
  host = '127.0.0.1',
  port,
  databaseUrl,
  poolMode = 'transaction',
  more = '',
}: Options): string {
  const { hostname, port: serverPort, username, password, pathname } = new URL(databaseUrl)
  const name = pathname.slice(1)
  const login = `user=${username}${password && ` password=${password}`}`
  return `[databases]
${name} = host=${hostname} port=${serverPort} dbname=${name} ${login}
[pgbouncer]
listen_addr = ${host}
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${poolMode}
max_client_conn = 500
default_pool_size = 20
server_login_retry = 1
query_wait_timeout = 3
${more}
`
}
