import { type ChildProcess, spawn } from 'node:child_process'
import { z } from 'zod'
import { createDatabase } from '@/test/database/database'
import { expectDescribed } from '@/test/expect-described'
import { endProcess, killAtEnd } from './end-process'

const logRecord = z.looseObject({
  time: z.iso.datetime(),
  level: z.enum(['debug', 'info', 'warn', 'error']),
  msg: z.string(),
  requestId: z.string().optional(),
  route: z.string().optional(),
  err: z.object({ type: z.string(), stack: z.string() }).optional(),
})

type LogRecord = z.infer<typeof logRecord>

export type TestServer = {
  url: string
  databaseUrl: string
  process: ChildProcess
  /** Its output so far. */
  output: () => string
  /** The records of its log so far. */
  records: () => LogRecord[]
  /** Requests a path under `/api` and validates the response against `openapi.yaml`. */
  request: (
    path: string,
    init?: RequestInit,
  ) => Promise<{ response: Response; text: string; json: unknown }>
  stop: () => Promise<void>
}

/** The secret with which the test servers sign and encrypt data. */
export const authSecret = 'test secret of at least 32 characters'

/**
 * Starts the production server (`npm run build` must have run) on a free port, with a separate
 * database unless the environment names one. It is stopped when the test file ends.
 */
export async function startServer(environment: Record<string, string> = {}): Promise<TestServer> {
  const databaseUrl = environment.DATABASE_URL ?? (await createDatabase())
  const child = spawn(process.execPath, ['.next/server.mjs'], {
    env: {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      PORT: '0',
      AUTH_SECRET: authSecret,
      CRON_SECRET: 'test cron secret',
      DATABASE_URL: databaseUrl,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
  killAtEnd(child)
  const stop = () => endProcess(child, 'SIGTERM')
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message: { listening: number }) => resolve(message.listening))
    child.once('exit', () => reject(new Error(`the server did not start:\n${output}`)))
  })
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    databaseUrl,
    process: child,
    output: () => output,
    records: () =>
      output
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => logRecord.parse(JSON.parse(line))),
    request: (path, init) => request(url, path, init),
    stop,
  }
}

async function request(url: string, path: string, init: RequestInit = {}) {
  const response = await fetch(url + path, { redirect: 'manual', ...init })
  const text = await response.text()
  expectDescribed(new URL(path, url).pathname, init.method ?? 'GET', response, text)
  const json: unknown =
    response.headers.get('content-type')?.includes('json') && text !== ''
      ? JSON.parse(text)
      : undefined
  return { response, text, json }
}
