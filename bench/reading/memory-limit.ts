/**
 * Measures the settings with which the container image keeps within 512 MB, while 16 connections
 * read pages and the API. The baseline is the same server with the defaults of Node.
 */
import { readFileSync } from 'node:fs'
import { show, throughputFigure } from '@/bench/support/figure'
import { compare } from '@/bench/support/load'
import { type Blog, startServer, withBlog } from '@/bench/support/prepare'

const limitMb = 512

/** The variables of the image. */
const settings = Object.fromEntries(
  [...readFileSync('Dockerfile', 'utf8').matchAll(/^ENV (\w+)="?(.*?)"?$/gm)].map(
    ([, name = '', value = '']) => [name, value],
  ),
)

const places = [
  ...['/', '/posts/measured', '/posts/how-a-thread-is-read', '/archive', '/feed.xml'],
  ...['/api/comments?slug=measured', '/api/views?slug=measured'],
]

function peakMb(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024
}

export async function measureMemoryLimit({ server, database, directory }: Blog) {
  const limited = await startServer(directory, database.url, settings)
  try {
    const pagesOf = (url: string) => places.map((place) => url + place)
    const throughput = await compare(pagesOf(limited.url), pagesOf(server.url))
    const [ours, baseline] = [limited, server].map(({ process }) => peakMb(process.pid))
    return [
      throughputFigure('reading within 512 MB', throughput, 0.85, 'with the defaults of Node'),
      show({
        what: 'its peak memory',
        ours: `${ours?.toFixed(0)} MB`,
        baseline: `${baseline?.toFixed(0)} MB with the defaults of Node`,
        ratio: `${((ours ?? 0) / (baseline ?? 0)).toFixed(2)} ×`,
        wanted: `≤ ${limitMb} MB`,
        reached: (ours ?? 0) <= limitMb,
      }),
    ]
  } finally {
    await limited.stop()
  }
}

if (process.argv[1] === import.meta.filename) await withBlog(measureMemoryLimit)
