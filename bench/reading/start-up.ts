/**
 * Measures the time from process start to the first response to a GET, with the database running.
 * The baseline is `next start`.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { show } from '@/bench/support/figure'
import { type BenchDatabase, withBlog } from '@/bench/support/prepare'
import { median } from '@/bench/support/quantile'
import { freePort } from '@/scripts/embedded-postgres'

const rounds = 5

async function firstResponseMs(
  directory: string,
  command: string[],
  environment: Record<string, string>,
): Promise<number> {
  const port = await freePort()
  const startedAt = performance.now()
  const child = spawn(process.execPath, command, {
    cwd: directory,
    env: {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      PORT: String(port),
      ...environment,
    },
    stdio: 'ignore',
  })
  for (;;) {
    try {
      const { ok } = await fetch(`http://127.0.0.1:${port}/api/comments?slug=measured`)
      if (ok) break
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  const ms = performance.now() - startedAt
  child.kill('SIGTERM')
  await once(child, 'exit')
  return ms
}

export async function measureStartUp({
  database,
  directory,
}: {
  database: BenchDatabase
  directory: string
}) {
  const environment = { DATABASE_URL: database.url, AUTH_SECRET: 'x'.repeat(32) }
  const [own, bare]: [number[], number[]] = [[], []]
  for (let i = 0; i < rounds; i++) {
    bare.push(
      await firstResponseMs(directory, ['node_modules/next/dist/bin/next', 'start'], environment),
    )
    own.push(await firstResponseMs(directory, ['.next/server.mjs'], environment))
  }
  const ours = median(own)
  const baseline = median(bare)
  return show({
    what: 'from process start to the first GET response',
    ours: `${(ours / 1_000).toFixed(2)} s`,
    baseline: `${(baseline / 1_000).toFixed(2)} s with next start`,
    ratio: `${(ours / baseline).toFixed(2)} ×`,
    target: '≤ 2 s',
    reached: ours <= 2_000,
  })
}

if (process.argv[1] === import.meta.filename) await withBlog(measureStartUp)
