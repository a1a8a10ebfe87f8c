/**
 * The folder `.data/`, where `demo` and `dev` store the embedded database and its generated
 * secrets. While one of them runs, it also contains the address of the server. It is locked,
 * because two PostgreSQL servers would corrupt the same files.
 */
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
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

/**
 * Returns the address of the lock: a socket that the system closes when its process ends for any
 * reason. On macOS, its name remains, so it is a file of the folder.
 */
function lockAddress(): string {
  const name = createHash('sha256').update(realpathSync(dataDirectory)).digest('hex')
  if (process.platform === 'win32') return `\\\\.\\pipe\\afterword-${name}`
  return process.platform === 'linux' ? `\0afterword-${name}` : path.join(dataDirectory, 'lock')
}

/** Returns whether a process listens on a socket, even if it is suspended. */
async function isListening(address: string): Promise<boolean> {
  const socket = connect(address)
  try {
    await once(socket, 'connect')
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED')
  } finally {
    socket.destroy()
  }
}

/**
 * Locks the folder for this process until it exits.
 * @returns false if another process has locked it
 */
export async function lockDataDirectory(): Promise<boolean> {
  mkdirSync(dataDirectory, { recursive: true })
  const address = lockAddress()
  if (existsSync(address) && !(await isListening(address))) rmSync(address, { force: true })
  const server = createServer((socket) => socket.destroy()).unref()
  try {
    await once(server.listen(address), 'listening')
    return true
  } catch {
    return false
  }
}
