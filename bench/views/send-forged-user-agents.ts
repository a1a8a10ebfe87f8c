/**
 * Records views of one client, each with another user agent, without HTTP. Runs in a separate
 * process, with its own `DATABASE_URL` and memory. Prints the result as JSON.
 */
import { randomUUID } from 'node:crypto'
import { getViews } from '@/lib/views/get-views'
import { recordView } from '@/lib/views/record-view'

export type ForgedViews = { views: number; seconds: number; heapBytes: number; grownBytes: number }

const [slug = '', count = '0'] = process.argv.slice(2)
/** Ten statements' worth of views. */
const atOnce = 2_560

const sendView = () =>
  recordView({
    slug,
    client: '203.0.113.7',
    userAgent: `Mozilla/5.0 (X11; Linux x86_64) ${randomUUID()}`,
    purpose: null,
    fetchMode: null,
    fetchDestination: null,
    isStaff: false,
    key: randomUUID(),
    referrer: `https://${randomUUID()}.example/`,
    host: 'blog.example',
    wantsPrivacy: false,
  })

await Promise.all(Array.from({ length: atOnce }, sendView))
const heapBytes = process.memoryUsage().heapUsed
const startedAt = performance.now()
let peakBytes = 0
for (let sent = atOnce; sent < Number(count); sent += atOnce) {
  await Promise.all(Array.from({ length: Math.min(atOnce, Number(count) - sent) }, sendView))
  peakBytes = Math.max(peakBytes, process.memoryUsage().heapUsed)
}
const seconds = (performance.now() - startedAt) / 1_000
console.log(
  JSON.stringify({
    views: await getViews(slug),
    seconds,
    heapBytes,
    grownBytes: peakBytes - heapBytes,
  } satisfies ForgedViews),
)
