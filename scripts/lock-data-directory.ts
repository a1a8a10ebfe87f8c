/** The folder `.data/` belongs to one process at a time: two PostgreSQL servers on the same files would be their end. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import path from 'node:path'
import { dataDirectory } from './local-data'

const prefix = 'lock-'
/** One that is listening and silent for so long is suspended; what it has decided is unknown, so it counts as the owner. */
const answerMs = 2_000
const owned = 'owned'

/**
 * Takes the folder for this process, until it ends. The lock is a socket listened on, which the system closes with
 * the process, however it ends; there is nothing stale to take over, so nobody can take over the wrong thing.
 *
 * Of several at once exactly one gets it. Each has a socket of its own, and shows it before it looks for those of
 * others; so of any two at least one sees the other. One gives way to every living one whose name sorts before its
 * own, and waits for the decision of those that sort after it. Only a contender killed in these milliseconds can
 * leave the folder to nobody.
 * @returns false where another process has it
 */
export async function lockDataDirectory(): Promise<boolean> {
  mkdirSync(dataDirectory, { recursive: true })
  // Windows gives the name of a pipe to one process.
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

/** A relative path: those of Unix sockets may have about 100 bytes. */
function socketPath(name: string): string {
  return path.join(dataDirectory, name)
}

/** A socket has its name before it listens. Under the name that others look for, it answers from the first moment on. */
async function show(server: Server, name: string): Promise<void> {
  const hidden = socketPath(`.${name}`)
  await once(server.unref().listen(hidden), 'listening')
  renameSync(hidden, socketPath(name))
}

/** Whether that one keeps the folder from us: by living alone, or by what it decides. What nobody listens on is removed. */
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
