import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '@/scripts/embedded-postgres'
import { maxWaitMs } from '@/tools/prove/load/expect-recovery'
import type { Scene } from '@/tools/prove/scene'
import { startMsMax, withTimeout } from '@/tools/prove/with-timeout'
import {
  childrenOf,
  killAlone,
  killSurvivingChildren,
  killTree,
  memoryOf,
} from './killed-processes'
import type { Machine } from './network-machines'

/** The secrets of the servers under test. */
export const authSecret = 'an auth secret with at least 32 characters'
// Parts sign cookies and links that the server accepts. `env` keeps the first values that it reads.
process.env.AUTH_SECRET = authSecret
export const cronSecret = 'a cron secret for tests'

export type TestServer = {
  url: string
  process: () => ChildProcess
  /** Returns the output of all processes of this server so far. */
  output: () => string
  /** Returns the resident memory in bytes. */
  memory: () => number
  /**
   * Kills the process (`kill -9`) and resolves with the number of children that survived, which are
   * then killed.
   * @throws if it had already exited
   */
  kill: () => Promise<{ outliving: number }>
  /**
   * Sends SIGTERM and resolves with the time until exit. Kills the process if it does not exit
   * within the limit.
   * @throws like `kill`
   */
  terminate: () => Promise<{ tookMs: number; code: number | null; outliving: number }>
  /** Starts it again on the same port. */
  start: () => Promise<void>
}

/**
 * Starts the production server like `npm start`, on a free port of 127.0.0.1 or of another machine,
 * which it keeps across restarts. One proxy is trusted, so that requests can come from many
 * clients.
 */
export async function startServer(
  scene: Scene,
  databaseUrl: string,
  environment: Record<string, string> = {},
  checkout = scene.checkout,
  { address, enter }: Machine = { address: '127.0.0.1', enter: [] },
): Promise<TestServer> {
  const port = await freePort()
  let output = ''
  let running: ChildProcess | undefined
  const current = () => {
    if (!running) throw new Error('the server is not running')
    return running
  }
  /** Returns the process. @throws if it exited on its own, because it did not survive the fault */
  const alive = () => {
    const child = current()
    const ended = child.exitCode ?? child.signalCode
    if (ended !== null)
      throw new Error(`the server exited on its own (${ended}):\n${output.slice(-2_000)}`)
    return child
  }
  scene.onEnd(() => running && killTree(running))
  const start = async () => {
    scene.signal.throwIfAborted()
    const [program = '', ...before] = [...enter, process.execPath, '--import', 'tsx']
    const child = spawn(program, [...before, 'server/server.ts'], {
      cwd: checkout,
      env: {
        PATH: process.env.PATH ?? '',
        NODE_ENV: 'production',
        DATABASE_URL: databaseUrl,
        AUTH_SECRET: authSecret,
        CRON_SECRET: cronSecret,
        HOST: address,
        PORT: String(port),
        TRUSTED_PROXY_HOPS: '1',
        // The load itself would count as a flood of comments.
        COMMENT_FLOOD_AFTER: '100000',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    running = child
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
    const failure = () => `the server did not start:\n${output.slice(-2_000)}`
    const listening = new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve())
      child.once('error', reject)
      child.once('exit', () => reject(new Error(failure())))
    })
    await withTimeout(startMsMax, listening, failure)
  }
  await start()
  return {
    url: `http://${address}:${port}`,
    process: current,
    output: () => output,
    memory: () => memoryOf(current().pid ?? 0),
    kill: async () => ({ outliving: await killAlone(alive()) }),
    terminate: async () => {
      const child = alive()
      const children = childrenOf(child.pid ?? 0)
      const startedAt = performance.now()
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      const exitTimeout = setTimeout(() => child.kill('SIGKILL'), maxWaitMs)
      const [code] = await exited
      clearTimeout(exitTimeout)
      const tookMs = performance.now() - startedAt
      return { tookMs, code, outliving: await killSurvivingChildren(children) }
    },
    start,
  }
}
