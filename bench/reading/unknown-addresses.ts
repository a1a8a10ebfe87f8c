/**
 * Requests 20,000 different unknown addresses. Each must return 404 and store nothing, and a real
 * page must remain cached.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { show } from '@/bench/support/figure'
import { type BenchServer, withBlog } from '@/bench/support/prepare'

const addresses = 20_000

export async function measureUnknownAddresses({
  server,
  directory,
}: {
  server: BenchServer
  directory: string
}) {
  const rssMb = () =>
    Number(
      /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${server.process.pid}/status`, 'utf8'))?.[1],
    ) / 1_024
  const files = () => readdirSync(path.join(directory, '.next'), { recursive: true }).length
  await (await fetch(`${server.url}/posts/measured`)).text()
  let next = 0
  let wrong = 0
  const sendRequests = async (until: number) => {
    const worker = async () => {
      for (let i = next++; i < until; i = next++) {
        const response = await fetch(`${server.url}/posts/nobody-wrote-this-${i}`)
        await response.arrayBuffer()
        if (response.status !== 404) wrong++
      }
    }
    await Promise.all(Array.from({ length: 16 }, worker))
  }
  await sendRequests(addresses / 10)
  const rssBefore = rssMb()
  const filesBefore = files()
  await sendRequests(addresses)
  const rssAfter = rssMb()
  const cacheStatus = (await fetch(`${server.url}/posts/measured`)).headers.get('x-nextjs-cache')
  return show({
    what:
      `${addresses.toLocaleString('en')} unknown URLs: ${wrong} responses not 404, ` +
      `${files() - filesBefore} new files, cache status of a real page ${cacheStatus}; memory`,
    ours: `${rssAfter.toFixed(0)} MB`,
    baseline: `${rssBefore.toFixed(0)} MB after the first tenth`,
    ratio: `${(rssAfter / rssBefore).toFixed(2)} ×`,
    target: '0, 0, HIT, ≤ 1.3 ×',
    reached:
      wrong === 0 &&
      files() === filesBefore &&
      cacheStatus === 'HIT' &&
      rssAfter / rssBefore <= 1.3,
  })
}

if (process.argv[1] === import.meta.filename) await withBlog(measureUnknownAddresses)
