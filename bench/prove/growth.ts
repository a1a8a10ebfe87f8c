import { seedExamples } from '@/bench/seed-examples'
import { loadGrowth, measureSizes } from './load-growth'
import { Findings, type Part } from './part'
import { startPostgres } from './postgres'
import { cronSecret, startServer } from './server'
import { type Timed, timeAddresses } from './time-addresses'

const ratioMax = 1.5
const gigabyte = 1024 ** 3

/** By how much it takes longer; an answer that says more may take longer by as much. */
function ratioOf(seed: Timed, grown: Timed): number {
  return grown.medianMs / seed.medianMs / Math.max(1, grown.bytes / seed.bytes)
}

export const growth: Part = {
  name: 'growth',
  promise:
    'with 10 M comments, 100 M views and 50,000 posts every endpoint and page takes at most 1.5 × its time on the seed, or as much longer as its answer is',
  // Loaded once, measured five times.
  runs: 1,
  async prove(scene) {
    const findings = new Findings()
    const full = { posts: 50_000, comments: 10_000_000, views: 100_000_000 }
    const [size, rounds, times, slackMs] = scene.choose(
      [full, 30, 5, 2],
      // So few rounds tell a scan of a table from an index, and no more.
      [{ posts: 300, comments: 6_000, views: 60_000 }, 2, 1, 50],
    )
    const settings = { shared_buffers: '1GB', max_wal_size: '8GB', maintenance_work_mem: '1GB', synchronous_commit: 'off' }
    const postgres = await startPostgres(scene, scene.choose<Record<string, string>>(settings, {}))
    seedExamples(scene.checkout, postgres.url)
    const [post] = await postgres.sql<{ slug: string; tag: string }>(
      'SELECT slug, tags[1] AS tag FROM posts WHERE NOT draft ORDER BY published_at LIMIT 1',
    )
    if (!post) throw new Error('the seed has no post')
    const { url } = await startServer(scene, postgres.url)
    const asked = { url, cronSecret, ...post }
    await timeAddresses(asked, 2)
    const seed: Map<string, Timed>[] = []
    for (let n = 0; n < times; n++) seed.push(await timeAddresses(asked, rounds))
    await loadGrowth(postgres, size, scene.say)
    await timeAddresses(asked, 2)
    for (let n = 0; n < times; n++) {
      const grown = await timeAddresses(asked, rounds)
      for (const [name, now] of grown) {
        // The slowest of the seed's times: what differs between them is the machine.
        const before = seed.flatMap((timed) => timed.get(name) ?? []).toSorted((a, b) => b.medianMs - a.medianMs)[0]
        if (!before) continue
        const ratio = ratioOf(before, now)
        const isSlower = ratio > ratioMax && now.medianMs - before.medianMs > slackMs
        findings.expectInTime(!isSlower, `${name} took ${now.medianMs.toFixed(1)} ms, on the seed ${before.medianMs.toFixed(1)} ms`)
        const longer = now.medianMs / before.medianMs
        if (longer > (findings.figures[name]?.value ?? 0)) findings.measure(name, longer, '×')
      }
    }
    const { databaseBytes, indexBytes, leafDensity } = await measureSizes(postgres)
    findings.measure('on disk', databaseBytes / gigabyte, 'GB')
    findings.measure('indexes', indexBytes / gigabyte, 'GB')
    findings.measure('fullness of the emptiest index', leafDensity, '%', 'lower')
    return findings
  },
}
