/**
 * Compares the build time with 1,000 stored posts to that with 10. The build gets the database URL
 * but renders no pages from it, because pages are rendered on first request.
 */
import { addPosts } from '@/bench/support/add-posts'
import { show } from '@/bench/support/figure'
import { startDatabase, withBlog } from '@/bench/support/prepare'
import { runCommand } from '@/bench/support/run-command'

async function buildMs(directory: string, databaseUrl: string): Promise<number> {
  const startedAt = performance.now()
  await runCommand('npm', ['run', 'build'], {
    cwd: directory,
    stdio: 'ignore',
    env: { ...process.env, DATABASE_URL: databaseUrl },
  })
  return performance.now() - startedAt
}

export async function measureBuildTime({ directory }: { directory: string }) {
  const times: Record<number, number> = {}
  for (const posts of [10, 1_000]) {
    const database = await startDatabase(directory)
    await addPosts(database, posts)
    times[posts] = await buildMs(directory, database.url)
    await database.stop()
  }
  const [few = 0, many = 0] = [times[10], times[1_000]]
  return show({
    what: 'build with 1,000 stored posts',
    ours: `${(many / 1_000).toFixed(1)} s`,
    baseline: `${(few / 1_000).toFixed(1)} s with 10`,
    ratio: `${(many / few).toFixed(2)} ×`,
    target: '≤ 1.2 ×',
    reached: many <= few * 1.2,
  })
}

if (process.argv[1] === import.meta.filename) await withBlog(measureBuildTime)
