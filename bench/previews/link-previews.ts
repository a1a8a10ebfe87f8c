/**
 * Measures link previews: a stored one, a fetched one, and the latency of other requests while
 * hundreds of targets are slow.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { type Figure, show, throughputFigure } from '@/bench/support/figure'
import { compare } from '@/bench/support/load'
import {
  type BenchDatabase,
  type BenchServer,
  type Blog,
  startServer,
  withBlog,
} from '@/bench/support/prepare'
import { median, quantile } from '@/bench/support/quantile'
import { servePages } from '@/test/link-previews/serve-pages'
import { usesDnsServer, withModules } from '@/test/with-module'

const storedUrl = 'https://example.org/measured'

async function measureStored({
  server,
  database,
}: {
  server: BenchServer
  database: BenchDatabase
}): Promise<Figure> {
  await database.sql(
    `INSERT INTO link_previews (url, title, description, image, site_name, final_url, favicon,
     fetched_at, fresh_until)
     VALUES ($1, 'A page of some length', repeat('What it says of itself. ', 10), $1 || '.png',
       'Example', $1, $1 || '.ico', now(), now() + interval '7 days')
         ON CONFLICT DO NOTHING`,
    [storedUrl],
  )
  const measured = await compare(
    `${server.url}/api/og-metadata?url=${encodeURIComponent(storedUrl)}`,
    `${server.url}/api/empty`,
  )
  return throughputFigure('GET /api/og-metadata, stored preview', measured, 0.75)
}

/**
 * A module that makes a server report, over IPC, the bytes it read from each outgoing connection
 * and the port.
 */
const reportBytesRead = `
import { subscribe } from 'node:diagnostics_channel'
subscribe('net.client.socket', ({ socket }) => {
  socket.once('connect', () => {
    const { remotePort } = socket
    socket.once('close', () => process.send?.({ remotePort, bytesRead: socket.bytesRead }))
  })
})`

async function measureBytesRead({ database, directory }: Blog): Promise<Figure> {
  const tags = ['title', 'description', 'image', 'site_name'].map(
    (name) => `<meta property="og:${name}" content="https://example.org/a">`,
  )
  const head =
    '<!doctype html><head><title>A ' +
    `page</title><style>${' '.repeat(20_000)}</style>${tags.join('')}</head>`
  const page = `${head}<body>${'<p>Words of a long article.'.repeat(40_000)}`.slice(0, 1_048_576)
  const target = await servePages((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(page),
  )
  const server = await startServer(directory, database.url, {
    LINK_PREVIEW_ALLOW_ORIGINS: target.origin,
    ...withModules(reportBytesRead),
  })
  const read: number[] = []
  server.process.on('message', (message: { remotePort?: number; bytesRead?: number }) => {
    if (message.remotePort === target.port) read.push(message.bytesRead ?? Number.NaN)
  })
  try {
    for (let n = 0; n < 20; n++) {
      const page = encodeURIComponent(`${target.origin}/${n}`)
      const address = `${server.url}/api/og-metadata?url=${page}`
      const response = await fetch(address, { headers: { 'x-forwarded-for': `10.0.0.${n}` } })
      if (!response.ok) throw new Error(await response.text())
    }
  } finally {
    await server.stop()
    await target.close()
  }
  const maxRead = Math.max(...read)
  return show({
    what: 'bytes read of a 1 MB page whose head ends at 20 kB, maximum of 20',
    ours: `${(maxRead / 1_024).toFixed(1)} kB`,
    baseline: `${(page.length / 1_024).toFixed(0)} kB page size`,
    ratio: `${(maxRead / page.length).toFixed(3)} ×`,
    target: '≤ 64 kB',
    reached: read.length === 20 && maxRead <= 65_536,
  })
}

const slowTargets = 500
const rounds = 3

/** Resolves with the next message of a child process. */
function nextMessage<T>(child: ChildProcess): Promise<[T]> {
  return once(child, 'message') as Promise<[T]>
}

/**
 * Returns the 99th percentile in milliseconds of requests to an address, over two connections,
 * until `until` settles.
 */
async function p99(url: string, until: Promise<unknown>): Promise<number> {
  const times: number[] = []
  let isSettled = false
  void until.finally(() => {
    isSettled = true
  })
  const worker = async (n: number) => {
    for (let i = 0; !isSettled; i++) {
      const startedAt = performance.now()
      const response = await fetch(url, {
        headers: { 'x-forwarded-for': `10.${n}.${(i >> 8) & 255}.${i & 255}` },
      })
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`${url} returned ${response.status}`)
      times.push(performance.now() - startedAt)
    }
  }
  await Promise.all([1, 2].map(worker))
  return quantile(times, 0.99)
}

type Ready = { hosts: string[]; nameServer: string }

async function measureSlowTargets({ database, directory }: Blog): Promise<Figure[]> {
  const requester = fork('bench/previews/request-slow-targets.ts', [String(slowTargets)], {
    execArgv: ['--import', 'tsx', '--conditions=react-server'],
  })
  const [{ hosts, nameServer }]: [Ready] = await nextMessage(requester)
  const server = await startServer(directory, database.url, {
    LINK_PREVIEW_ALLOW_ORIGINS: hosts.join(','),
    ...withModules(usesDnsServer({ address: nameServer })),
  })
  const reads = ['comments', 'views'].map((name) => `${server.url}/api/${name}?slug=measured`)
  const measure = (until: Promise<unknown>) => Promise.all(reads.map((url) => p99(url, until)))
  const requestSlow = async (round: number): Promise<string[]> => {
    requester.send({ server: server.url, round })
    const [{ codes }]: [{ codes: string[] }] = await nextMessage(requester)
    return codes
  }
  const [idle, busy]: [number[][], number[][]] = [[], []]
  try {
    await measure(new Promise((resolve) => setTimeout(resolve, 3_000)))
    for (let round = 0; round < rounds; round++) {
      idle.push(await measure(new Promise((resolve) => setTimeout(resolve, 6_000))))
      const slow = requestSlow(round)
      busy.push(await measure(slow))
      const codes = await slow
      if (codes.join() !== 'target-too-slow')
        throw new Error(`requests for slow targets returned ${codes.join(', ')}`)
    }
  } finally {
    await server.stop()
    requester.disconnect()
  }
  return ['comments', 'views'].map((name, index) => {
    const [ours, baseline] = [busy, idle].map((all) =>
      median(all.map((pair) => pair[index] ?? Number.NaN)),
    )
    const ratio = (ours ?? Number.NaN) / (baseline ?? Number.NaN)
    return show({
      what: `GET /api/${name}, p99 during concurrent requests for ${slowTargets} slow targets`,
      ours: `${ours?.toFixed(1)} ms`,
      baseline: `${baseline?.toFixed(1)} ms idle`,
      ratio: `${ratio.toFixed(2)} ×`,
      target: '≤ 2 ×',
      reached: ratio <= 2,
    })
  })
}

export async function measureLinkPreviews(blog: Blog): Promise<Figure[]> {
  return [
    await measureStored(blog),
    await measureBytesRead(blog),
    ...(await measureSlowTargets(blog)),
  ]
}

if (process.argv[1] === import.meta.filename) await withBlog(measureLinkPreviews)
