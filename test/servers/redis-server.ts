import { type ChildProcess, spawn } from 'node:child_process'
import { freePort } from '@/scripts/embedded-postgres'
import { endProcess } from './end-process'
import { programPath } from './find-program'

export type RedisServer = {
  url: string
  /** As a machine that froze: connections stay, and nothing is answered. */
  pause: () => void
  resume: () => void
  /** Ends it at once and starts it again, empty, on the same port. */
  restart: () => Promise<void>
  /** Ends it, if it runs: who asks is refused. */
  stop: () => Promise<void>
  /** Starts it again after that, empty, on the same port. */
  start: () => Promise<void>
}

/** A real redis-server on a free port of 127.0.0.1, that keeps nothing on the disk. */
export async function startRedisServer(): Promise<RedisServer> {
  const port = await freePort()
  let server = await start(port)
  const kill = () => endProcess(server, 'SIGKILL')
  const startAgain = async () => {
    server = await start(port)
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    pause: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
    restart: async () => {
      await kill()
      await startAgain()
    },
    stop: kill,
    start: startAgain,
  }
}

async function start(port: number): Promise<ChildProcess> {
  const words = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const server = spawn(programPath('redis-server'), words, { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise<void>((resolve, reject) => {
    server.stdout
      .setEncoding('utf8')
      .on('data', (text: string) => text.includes('Ready to accept connections') && resolve())
    server.once('exit', () => reject(new Error('redis-server did not start')))
  })
  return server
}
