/**
 * Measures the view counter beside Umami, with as many views in the same PostgreSQL: start, memory,
 * counting and reading views, and scripts. Needs
 * `npm ci --prefix bench/peers/umami`.
 *
 * `npm run bench -- umami`
 */
import { brotliCompressSync } from 'node:zlib'
import { compare } from '@/bench/support/load'
import { type Blog, withBlog } from '@/bench/support/prepare'
import { comparePeer, compareWrites } from './compare-peer'
import { viewScriptSize } from './embed-size'
import {
  buildUmami,
  createUmamiDatabase,
  startUmami,
  umamiCount,
  umamiScript,
  umamiView,
} from './start-umami'

const ownPath = '/api/views?slug=measured'
const ownView = {
  path: '/api/views',
  status: 201,
  body: () => ({ slug: 'measured' }),
  stored: 'SELECT sum(views) AS found FROM view_counts',
}

/** @throws if a response lacks the number */
async function checkViews(url: string, headers: Record<string, string> = {}): Promise<void> {
  const text = await (await fetch(url, { headers })).text()
  if (!/\b3000\b/.test(text)) throw new Error(`${url}: not 3,000 views: ${text}`)
}

export async function measureUmami(blog: Blog) {
  const umami = await buildUmami()
  const pool = await createUmamiDatabase(blog.database, umami)
  const peer = { name: 'Umami', start: () => startUmami(umami, blog.database.url), pool }
  const paths = { ours: '/api/health/live', baseline: '/api/heartbeat' }
  return comparePeer(blog, peer, paths, async (systems, compared) => {
    const { path, headers } = await umamiCount(systems.baseline.server.url)
    const [own, other] = [systems.ours.server.url + ownPath, systems.baseline.server.url + path]
    await checkViews(own)
    await checkViews(other, headers)
    // `compare` sends the headers to its first address only, so Umami comes first.
    const { ours: baseline, baseline: ours } = await compare(other, own, headers)
    const script = brotliCompressSync(await umamiScript(umami)).length / 1_000
    const scripts = { ours: viewScriptSize(blog.directory), baseline: script }
    return [
      compared('reading a number of views', 'requests/s', { ours, baseline }),
      await compareWrites('counting views', systems, { ours: ownView, baseline: umamiView }),
      compared('scripts with Brotli', 'kB', scripts, { digits: 1 }),
    ]
  })
}

if (process.argv[1] === import.meta.filename) await withBlog(measureUmami)
