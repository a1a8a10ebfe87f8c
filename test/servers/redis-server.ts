import { type ChildProcess, spawn } from 'node:child_process'
import { freePort } from '@/scripts/embedded-postgres'
import { endProcess } from './end-process'
import { programPath } from './find-program'

export type RedisServer = {
  url: string
  /** Freezes it: connections stay open without a response. */
  pause: () => void
  resume: () => void
  /** Kills it and starts it again, empty, on the same port. */
  restart: () => Promise<void>
  /** Stops it if it runs, so that connections are refused. */
  stop: () => Promise<void>
  /** Starts it again after a stop, empty, on the same port. */
  start: () => Promise<void>
}

/** Starts a real redis-server on a free port of 127.0.0.1. It writes nothing to disk. */
export async function startRedisServer(): Promise<RedisServer> {
  const port = await freePort()
  let server = await start(port)
  const kill = () => endProcess(server, 'SIGKILL')
  const restart = async () => {
    server = await start(port)
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    pause: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
    restart: async () => {
      await kill()
      await restart()
    },
    stop: kill,
    start: restart,
  }
}

async function start(port: number): Promise<ChildProcess> {
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const server = spawn(programPath('redis-server'), args, { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise<void>((resolve, reject) => {
    server.stdout
      .setEncoding('utf8')
      .on('data', (text: string) => text.includes('Ready to accept connections') && resolve())
    server.once('exit', () => reject(new Error('redis-server did not start')))
  })
  return server
}
