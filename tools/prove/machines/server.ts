import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '@/scripts/embedded-postgres'
import { patienceMs } from '@/tools/prove/load/came-back'
import type { Scene } from '@/tools/prove/scene'
import { startMsMax, within } from '@/tools/prove/within'
import { childrenOf, endOutliving, killAlone, killTree, memoryOf } from './killed-processes'

/** What the proof's servers sign with. */
export const authSecret = 'a secret of the proof that is 32 long at least'
export const cronSecret = 'a secret of the proof'

export type ProvedServer = {
  url: string
  process: () => ChildProcess
  /** All it has written so far, of every process that was it. */
  output: () => string
  /** Resident bytes. */
  memory: () => number
  /** Kills it alone (`kill -9`), and resolves with how many processes that it had started outlived it; they are ended then. @throws where it had ended by itself */
  kill: () => Promise<{ outliving: number }>
  /** Asks it to end (SIGTERM), and resolves with the time that took. One that does not hear is killed, after long. @throws as `kill` does */
  terminate: () => Promise<{ tookMs: number; code: number | null; outliving: number }>
  /** Starts it again on the same port. */
  start: () => Promise<void>
}

/**
 * The production server as `npm start` runs it, on a free port of 127.0.0.1 that it keeps when it is started again.
 * One proxy is trusted, so that the load can come from many clients.
 */
export async function startServer(
  scene: Scene,
  databaseUrl: string,
  environment: Record<string, string> = {},
  checkout = scene.checkout,
): Promise<ProvedServer> {
  const port = await freePort()
  let output = ''
  let running: ChildProcess | undefined
  const current = () => {
    if (!running) throw new Error('the server does not run')
    return running
  }
  /** A fault that it dies of by itself is none that it survived. */
  const alive = () => {
    const child = current()
    const ended = child.exitCode ?? child.signalCode
    if (ended !== null)
      throw new Error(`the server had ended by itself (${ended}):\n${output.slice(-2_000)}`)
    return child
  }
  scene.onEnd(() => running && killTree(running))
  const start = async () => {
    scene.signal.throwIfAborted()
    const child = spawn(process.execPath, ['--import', 'tsx', 'server/server.ts'], {
      cwd: checkout,
      env: {
        PATH: process.env.PATH ?? '',
        NODE_ENV: 'production',
        DATABASE_URL: databaseUrl,
        AUTH_SECRET: authSecret,
        CRON_SECRET: cronSecret,
        HOST: '127.0.0.1',
        PORT: String(port),
        TRUSTED_PROXY_HOPS: '1',
        // Its own flood of comments is what the load is made of.
        COMMENT_FLOOD_AFTER: '100000',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    running = child
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
    const words = () => `the server did not start:\n${output.slice(-2_000)}`
    const listening = new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve())
      child.once('error', reject)
      child.once('exit', () => reject(new Error(words())))
    })
    await within(startMsMax, listening, words)
  }
  await start()
  return {
    url: `http://127.0.0.1:${port}`,
    process: current,
    output: () => output,
    memory: () => memoryOf(current().pid ?? 0),
    kill: async () => ({ outliving: await killAlone(alive()) }),
    terminate: async () => {
      const child = alive()
      const children = childrenOf(child.pid ?? 0)
      const begun = performance.now()
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      const impatience = setTimeout(() => child.kill('SIGKILL'), patienceMs)
      const [code] = await exited
      clearTimeout(impatience)
      const tookMs = performance.now() - begun
      return { tookMs, code, outliving: await endOutliving(children) }
    },
    start,
  }
}
