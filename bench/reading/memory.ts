/**
 * Compares the server's resident memory after 10,000 and after 100,000 mixed requests: pages,
 * endpoints, errors and unknown addresses.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { show } from '@/bench/support/figure'
import { type BenchServer, withBlog } from '@/bench/support/prepare'

function rssMb(pid: number | undefined): number {
  return (
    Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024
  )
}

async function sendRequests(url: string, from: number, to: number): Promise<void> {
  const paths = [
    (i: number) => `/posts/unknown-${i}`,
    () => '/posts/measured',
    () => '/',
    (i: number) => `/api/comments?slug=unknown-${i}`,
    () => '/api/comments?slug=measured',
    () => '/api/views?slug=measured',
    () => '/api/views',
    () => '/posts/how-a-thread-is-read',
  ]
  let next = from
  const worker = async () => {
    for (let i = next++; i < to; i = next++) {
      const response = await fetch(url + paths[i % paths.length]?.(i), {
        headers: { 'x-forwarded-for': `10.${(i >> 16) & 255}.${(i >> 8) & 255}.${i & 255}` },
      })
      await response.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: 16 }, worker))
}

export async function measureMemory({
  server,
  directory,
}: {
  server: BenchServer
  directory: string
}) {
  const files = () => readdirSync(path.join(directory, '.next'), { recursive: true }).length
  await sendRequests(server.url, 0, 10_000)
  const early = rssMb(server.process.pid)
  const filesBefore = files()
  await sendRequests(server.url, 10_000, 100_000)
  const late = rssMb(server.process.pid)
  console.log(`  files in .next: ${filesBefore} before, ${files()} after`)
  return show({
    what: 'memory after 100,000 mixed requests',
    ours: `${late.toFixed(0)} MB`,
    baseline: `${early.toFixed(0)} MB after 10,000`,
    ratio: `${(late / early).toFixed(2)} ×`,
    target: '≤ 1.3 ×',
    reached: late / early <= 1.3,
  })
}

if (process.argv[1] === import.meta.filename) await withBlog(measureMemory)
