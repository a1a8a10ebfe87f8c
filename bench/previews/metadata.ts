/**
 * Compares our link previews with popular libraries: accuracy of each field, time per page, and
 * memory over 10,000 pages. `npx tsx bench/previews/metadata.ts` uses the fixtures; `npx tsx
 * bench/previews/metadata.ts <folder>` uses a folder of saved pages.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { allReaders, type FoundFields, type Reader } from '@/bench/peers/metadata-peers'
import { type Figure, show } from '@/bench/support/figure'
import { median } from '@/bench/support/quantile'
import { extractPage } from '@/lib/link-previews/extract/extract-link-preview'
import type { LinkPreview } from '@/lib/link-previews/link-preview'
import { PageThread } from '@/lib/link-previews/worker/page-thread'
import { hostilePages } from '@/test/link-previews/hostile-pages'
import { atFullLength, type BenchPage, readPages } from './metadata-pages'

const fixtures = path.resolve('lib/link-previews/extract/fixtures')
const fields = ['title', 'description', 'image', 'siteName', 'url', 'favicon'] as const

/**
 * Fills missing fields with the documented defaults, so that libraries that leave this to the
 * caller are not penalised.
 */
function complete(response: FoundFields, { url }: BenchPage): LinkPreview {
  const { title, description, image, siteName, url: found, favicon } = response
  return {
    title: title || url.hostname,
    description: description || '',
    image: image || '',
    siteName: siteName || url.hostname.replace(/^www\./, ''),
    url: found || url.href,
    favicon: favicon || `${url.origin}/favicon.ico`,
  }
}

/** Returns the preview that a reader extracts; an empty one if the reader throws. */
async function extractPreview(reader: Reader, page: BenchPage): Promise<LinkPreview> {
  try {
    return complete(await reader.read(page), page)
  } catch {
    return complete({}, page)
  }
}

async function measureAccuracy(
  readers: readonly Reader[],
  pages: readonly BenchPage[],
): Promise<Figure[]> {
  const labelled = pages.filter(({ expected }) => expected !== undefined)
  if (labelled.length === 0) return []
  const shares = new Map<Reader, Map<string, number>>()
  for (const reader of readers) {
    const responses = await Promise.all(
      labelled.map(async (page) => ({
        expected: page.expected,
        response: await extractPreview(reader, page),
      })),
    )
    const share = (field: keyof LinkPreview) =>
      responses.filter(({ expected, response }) => expected?.[field] === response[field]).length
    shares.set(
      reader,
      new Map(fields.map((field) => [field, (100 * share(field)) / labelled.length])),
    )
  }
  console.log(
    `\n| correct on ${labelled.length} pages, % | ${fields.join(' | ')} |\n` +
      `|---|${'---|'.repeat(fields.length)}`,
  )
  for (const [{ name }, of] of shares)
    console.log(`| ${name} | ${fields.map((field) => of.get(field)?.toFixed(1)).join(' | ')} |`)
  return fields.map((field) => {
    const [own = 0, ...others] = [...shares.values()].map((of) => of.get(field) ?? 0)
    const best = Math.max(...others)
    return show({
      what: `accuracy of ${field}`,
      ours: `${own.toFixed(1)} %`,
      baseline: `${best.toFixed(1)} % by the best peer`,
      ratio: `${(own / best).toFixed(2)} ×`,
      target: '100 %',
      reached: own === 100,
    })
  })
}

/**
 * Returns the median milliseconds per page. Readers take turns in each round, so that noise affects
 * all equally.
 */
async function measureTimes(
  readers: readonly Reader[],
  pages: readonly BenchPage[],
): Promise<Map<Reader, number>> {
  // The JIT compiler needs some thousand pages, or an equivalent time, to optimise a reader.
  const warmUps = pages.some(({ bytes }) => bytes.length > 65_536) ? 5 : 40
  const times = new Map<Reader, number[]>(readers.map((reader) => [reader, []]))
  for (let round = 0; round < warmUps + 7; round++) {
    for (const [reader, rounds] of times) {
      const start = performance.now()
      for (const page of pages) await extractPreview(reader, page)
      if (round >= warmUps) rounds.push((performance.now() - start) / pages.length)
    }
  }
  return new Map([...times].map(([reader, rounds]) => [reader, median(rounds)]))
}

async function showTimes(
  readers: readonly Reader[],
  pages: readonly BenchPage[],
): Promise<Map<Reader, number>> {
  const kilobytes = pages.reduce((sum, { bytes }) => sum + bytes.length, 0) / pages.length / 1_000
  const times = await measureTimes(readers, pages)
  console.log(
    `\n| ${pages.length} pages of ${kilobytes.toFixed(0)} kB on average | ms per page |\n|---|---|`,
  )
  for (const [{ name }, time] of times) console.log(`| ${name} | ${time.toFixed(3)} |`)
  return times
}

async function measureSpeed(
  readers: readonly Reader[],
  pages: readonly BenchPage[],
): Promise<Figure[]> {
  const times = await showTimes(readers, pages)
  const [own = 0] = times.values()
  return [...times].slice(1).map(([{ name, hasTree }, time]) => {
    const limit = hasTree ? 0.15 : 1
    return show({
      what: `time per page, compared with ${name}`,
      ours: `${own.toFixed(3)} ms`,
      baseline: `${time.toFixed(3)} ms`,
      ratio: `${(own / time).toFixed(2)} ×`,
      target: `≤ ${limit} ×`,
      reached: own <= limit * time,
    })
  })
}

/** Returns the heap in use after garbage collection, in megabytes. */
function heapMb(): number {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  collect()
  return process.memoryUsage().heapUsed / 1_048_576
}

function measureMemory(pages: readonly BenchPage[]): Figure {
  const read = (from: number, to: number) => {
    for (let i = from; i < to; i++) {
      const page = pages[i % pages.length]
      if (page) extractPage(page.bytes, page.url, page.contentType)
    }
  }
  read(0, 1_000)
  const early = heapMb()
  read(1_000, 10_000)
  const late = heapMb()
  return show({
    what: 'heap after 10,000 pages',
    ours: `${late.toFixed(1)} MB`,
    baseline: `${early.toFixed(1)} MB after 1,000`,
    ratio: `${(late / early).toFixed(2)} ×`,
    target: '≤ 1.05 ×',
    reached: late / early <= 1.05,
  })
}

const thread = new PageThread()

/**
 * Returns the milliseconds to process a page in the worker thread, and how long the event loop was
 * blocked. Takes the minimum of three runs, because other load only adds time.
 */
async function measureInThread(bytes: Buffer): Promise<{ time: number; held: number }> {
  const runs: { time: number; held: number }[] = []
  for (let run = 0; run < 3; run++) {
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const start = performance.now()
    await thread.read({ bytes, href: 'https://example.com/a', contentType: 'text/html' })
    const time = performance.now() - start
    await setTimeout(5)
    delay.disable()
    runs.push({ time, held: delay.max / 1e6 })
  }
  return {
    time: Math.min(...runs.map(({ time }) => time)),
    held: Math.min(...runs.map(({ held }) => held)),
  }
}

/** Measures the worst of the hostile pages: its time, and how long it blocks the event loop. */
async function measureWorst(): Promise<Figure[]> {
  const measured: { what: string; time: number; held: number }[] = []
  for (const [what, page] of hostilePages)
    measured.push({ what, ...(await measureInThread(Buffer.from(page))) })
  return (['time', 'held'] as const).map((kind) => {
    const [{ what, [kind]: ms } = { what: '', time: 0, held: 0 }] = measured.sort(
      (one, other) => other[kind] - one[kind],
    )
    const limit = kind === 'time' ? 200 : 50
    return show({
      what:
        kind === 'time'
          ? 'time of the worst hostile page of 1 MB'
          : 'longest event loop block by these pages',
      ours: `${ms.toFixed(0)} ms, of ${what}`,
      baseline: `${hostilePages.length} pages`,
      ratio: `${(ms / limit).toFixed(2)} ×`,
      target: `≤ ${limit} ms`,
      reached: ms <= limit,
    })
  })
}

/** Returns all metadata figures; for a folder of saved pages, only those that apply. */
export async function measureMetadata(folder = fixtures): Promise<Figure[]> {
  if (!existsSync('bench/peers/node_modules')) {
    const missing = 'the peer libraries are missing. Run npm ci --prefix bench/peers'
    return [
      show({
        what: 'metadata',
        ours: 'not measured',
        baseline: missing,
        ratio: '',
        target: 'peers',
        reached: false,
      }),
    ]
  }
  const readers = allReaders()
  const pages = readPages(folder)
  const isFixtures = folder === fixtures
  // Fixtures are short, so timing uses pages of realistic length. Parsing time depends on the size
  // of the tree.
  const timed = isFixtures ? pages.map(atFullLength).filter((page) => page !== undefined) : pages
  if (isFixtures) await showTimes(readers, pages)
  return [
    ...(await measureAccuracy(readers, pages)),
    ...(await measureSpeed(readers, timed)),
    measureMemory(pages),
    ...(await measureWorst()),
  ]
}

if (process.argv[1] === import.meta.filename) {
  const figures = await measureMetadata(process.argv[2])
  process.exitCode = figures.every(({ reached }) => reached) ? 0 : 1
}
