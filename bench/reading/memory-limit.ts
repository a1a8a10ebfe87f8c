/**
 * Measures the settings that keep the container image within 512 MB, while 16 connections
 * read pages and the API after the caches have been filled. The baseline is `npm start`. Needs the
 * image's version of Node.
 */
import { readFileSync, rmSync } from 'node:fs'
import { addPosts } from '@/bench/support/add-posts'
import { show, throughputFigure } from '@/bench/support/figure'
import { compare } from '@/bench/support/load'
import { type Blog, startServer, withBlog } from '@/bench/support/prepare'
import { runCommand } from '@/bench/support/run-command'

const limitMb = 512
/** More posts than the caches can hold. */
const posts = 1_000

const dockerfile = readFileSync('Dockerfile', 'utf8')
const nodeOfImage = /^FROM node:(\d+)/m.exec(dockerfile)?.[1]
/** The environment variables of the image. */
const settings = Object.fromEntries(
  [...dockerfile.matchAll(/^ENV (\w+)="?(.*?)"?$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ]),
)

const post = (_: unknown, index: number) => `/posts/post-${index + 1}`
const places = [
  '/',
  '/posts/measured',
  '/posts/how-a-thread-is-read',
  '/archive',
  '/feed.xml',
  '/api/comments?slug=measured',
  '/api/views?slug=measured',
  ...Array.from({ length: 40 }, post),
]

async function fillCaches(url: string): Promise<void> {
  const waiting = Array.from({ length: posts }, post)
  const reader = async () => {
    for (let place = waiting.pop(); place; place = waiting.pop())
      await (await fetch(url + place)).arrayBuffer()
  }
  await Promise.all(Array.from({ length: 16 }, reader))
}

function peakMb(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024
}

export async function measureMemoryLimit({ server, database, directory }: Blog) {
  // Node 20 keeps finished renders in memory for longer, and exceeds the limit of its heap.
  if (process.versions.node.split('.')[0] !== nodeOfImage)
    throw new Error(`run this with Node ${nodeOfImage}, the version of the image`)
  await addPosts(database, posts)
  const image = `${directory}-image`
  await runCommand('cp', ['-al', directory, image])
  // The image lacks the source maps of the routes, which Node would read.
  await runCommand('find', [`${image}/.next/server`, '-name', '*.map', '-delete'])
  const limited = await startServer(image, database.url, settings)
  try {
    for (const { url } of [server, limited]) await fillCaches(url)
    const pagesOf = (url: string) => places.map((place) => url + place)
    const throughput = await compare(pagesOf(limited.url), pagesOf(server.url))
    const ours = peakMb(limited.process.pid)
    const baseline = peakMb(server.process.pid)
    return [
      throughputFigure('reading within 512 MB', throughput, 0.85, 'with npm start'),
      show({
        what: 'peak memory while reading',
        ours: `${ours.toFixed(0)} MB`,
        baseline: `${baseline.toFixed(0)} MB with npm start`,
        ratio: `${(ours / baseline).toFixed(2)} ×`,
        target: `≤ ${limitMb} MB`,
        reached: ours <= limitMb,
      }),
    ]
  } finally {
    await limited.stop()
    rmSync(image, { recursive: true })
  }
}

if (process.argv[1] === import.meta.filename) await withBlog(measureMemoryLimit)
