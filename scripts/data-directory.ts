/**
 * The folder `.data/`, where `demo` and `dev` store the embedded database and its generated
 * secrets. While one of them runs, it also contains the address of the server, and a lock: two
 * PostgreSQL servers would corrupt the same files.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import path from 'node:path'
import { z } from 'zod'

export const dataDirectory = '.data'

const secretsSchema = z.object({ AUTH_SECRET: z.string(), CRON_SECRET: z.string() })
const runningSchema = z.object({ databaseUrl: z.string(), siteUrl: z.string() })

type Running = z.infer<typeof runningSchema>

const runningFile = path.join(dataDirectory, 'running.json')
const secretsFile = path.join(dataDirectory, 'secrets.json')

/** Returns the secrets of this machine's demo, generated on the first call. */
export function localSecrets(): z.infer<typeof secretsSchema> {
  if (!existsSync(secretsFile)) {
    const secret = () => randomBytes(32).toString('base64url')
    mkdirSync(dataDirectory, { recursive: true })
    writeFileSync(secretsFile, JSON.stringify({ AUTH_SECRET: secret(), CRON_SECRET: secret() }), {
      mode: 0o600,
    })
  }
  return secretsSchema.parse(JSON.parse(readFileSync(secretsFile, 'utf8')))
}

/** Records the address of the running demo for other scripts. */
export function noteRunning(running: Running): void {
  writeFileSync(runningFile, JSON.stringify(running), { mode: 0o600 })
}

/** Removes the record of a demo that was killed. */
export function forgetRunning(): void {
  rmSync(runningFile, { force: true })
}

/** Returns the address of the running demo, or undefined while it is starting. */
export function readRunning(): Running | undefined {
  return existsSync(runningFile)
    ? runningSchema.parse(JSON.parse(readFileSync(runningFile, 'utf8')))
    : undefined
}

const prefix = 'lock-'
/**
 * Milliseconds. A listening process that is silent for longer is suspended. Its decision is
 * unknown, so it counts as the owner.
 */
const answerMs = 2_000
const owned = 'owned'

/**
 * Locks the folder for this process until it exits. The lock is a listening socket, which the
 * system closes when the process ends for any reason, so there are no stale locks.
 *
 * Exactly one of several concurrent processes gets the lock. Each process opens its own socket
 * before it looks for others, so at least one of any two sees the other. A process gives way to
 * every live one whose name sorts before its own, and waits for the decision of those after it.
 * Only a contender that is killed within these milliseconds can leave the folder unlocked.
 * @returns false if another process has it
 */
export async function lockDataDirectory(): Promise<boolean> {
  mkdirSync(dataDirectory, { recursive: true })
  // Windows gives the name of a pipe to only one process.
  if (process.platform === 'win32') return takePipe()

  const name = prefix + randomBytes(8).toString('hex')
  let decide: (isOurs: boolean) => void = () => {}
  const decision = new Promise<boolean>((resolve) => {
    decide = resolve
  })
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    void decision.then((isOurs) => socket.end(isOurs ? owned : ''))
  })
  await show(server, name)
  const others = readdirSync(dataDirectory).filter(
    (other) => other.startsWith(prefix) && other !== name,
  )
  const lost = await Promise.all(others.map((other) => isOwned(other, other < name)))
  const isOurs = !lost.includes(true)
  if (!isOurs) {
    rmSync(socketPath(name), { force: true })
    server.close()
  }
  decide(isOurs)
  return isOurs
}

/** Returns a relative path, because paths of Unix sockets are limited to about 100 bytes. */
function socketPath(name: string): string {
  return path.join(dataDirectory, name)
}

/**
 * Opens the socket under a temporary name, because a socket has a name before it listens. Under its
 * final name it responds from the start.
 */
async function show(server: Server, name: string): Promise<void> {
  const hidden = socketPath(`.${name}`)
  await once(server.unref().listen(hidden), 'listening')
  renameSync(hidden, socketPath(name))
}

/**
 * Returns whether another process keeps the folder, either by being alive or by its decision.
 * Removes sockets without a listener.
 */
async function isOwned(name: string, byLiving: boolean): Promise<boolean> {
  const socket = connect(socketPath(name)).setEncoding('utf8')
  try {
    await once(socket, 'connect')
  } catch (error) {
    const isDead =
      error instanceof Error &&
      'code' in error &&
      (error.code === 'ECONNREFUSED' || error.code === 'ENOENT')
    if (isDead) rmSync(socketPath(name), { force: true })
    return !isDead
  }
  if (byLiving) {
    socket.destroy()
    return true
  }
  return new Promise((resolve) => {
    let answer = ''
    socket.on('data', (text: string) => (answer += text))
    socket.on('error', () => socket.destroy())
    socket.on('close', () => resolve(answer === owned))
    socket.setTimeout(answerMs, () => {
      resolve(true)
      socket.destroy()
    })
  })
}

async function takePipe(): Promise<boolean> {
  const server = createServer((socket) => socket.destroy()).unref()
  server.listen(
    `\\\\.\\pipe\\afterword-${Buffer.from(path.resolve(dataDirectory)).toString('base64url')}`,
  )
  try {
    await once(server, 'listening')
    return true
  } catch {
    return false
  }
}
