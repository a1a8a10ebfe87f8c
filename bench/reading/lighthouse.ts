/**
 * Runs Lighthouse with default settings (mobile; slow CPU and network simulated) on the pages where
 * readers arrive. The baseline is a page with one paragraph, in the same run. Lighthouse is a
 * dependency of this folder only: `npm ci --prefix bench/peers`.
 */
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { addBusyPost, busyPost, servePictures } from '@/bench/support/busy-post'
import { type Figure, show } from '@/bench/support/figure'
import { type Blog, startServer, withBlog } from '@/bench/support/prepare'
import { median } from '@/bench/support/quantile'
import { freePort } from '@/scripts/embedded-postgres'
import { servePages } from '@/test/link-previews/serve-pages'
import { programPath } from '@/test/servers/find-program'

/** Lighthouse recommends the median of five runs (docs/variability.md of its repository). */
const runs = 5
const targets = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
const pages = {
  home: '/',
  'a long post with 200 comments and 10 cards': `/posts/${busyPost}`,
  search: '/search',
  'a tag': '/tags/comments',
}

const category = z.object({
  score: z.number(),
  auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })),
})
const report = z.object({
  categories: z.object({
    performance: category,
    accessibility: category,
    'best-practices': category,
    seo: category,
  }),
  audits: z.record(z.string(), z.object({ title: z.string(), score: z.number().nullable() })),
})
type Scores = Record<keyof typeof targets, number>

const program = path.resolve('bench/peers/node_modules/.bin/lighthouse')
const run = promisify(execFile)

/**
 * A report without scores, if Chromium did not paint or navigate in time (`NO_NAVSTART`, `NO_FCP`,
 * …).
 */
const failedReport = z.object({ runtimeError: z.object({ code: z.string(), message: z.string() }) })
/** A busy machine can cause failed runs; if all tries fail, the page itself is at fault. */
const triesMax = 4

/**
 * Returns a report with scores. Repeats runs that were aborted, because they say nothing about the
 * page.
 */
async function runLighthouse(url: string): Promise<z.infer<typeof report>> {
  const directory = mkdtempSync(path.join(tmpdir(), 'afterword-lighthouse-'))
  const file = path.join(directory, 'report.json')
  // Writes to a file, because output that a pipe has not consumed at exit is lost.
  const options = [
    '--output=json',
    `--output-path=${file}`,
    '--quiet',
    '--chrome-flags=--headless=new --no-sandbox --disable-background-networking',
  ]
  const environment = { env: { ...process.env, CHROME_PATH: programPath('chromium') } }
  try {
    for (let tries = 1; ; tries++) {
      // Lighthouse exits with code 1 after an aborted run but still writes its report.
      const fault: unknown = await run(program, [url, ...options], environment).catch(
        (error: unknown) => error,
      )
      if (!existsSync(file)) throw new Error('Lighthouse wrote no report', { cause: fault })
      const json: unknown = JSON.parse(readFileSync(file, 'utf8'))
      const failed = failedReport.safeParse(json)
      if (!failed.success) return report.parse(json)
      const { code, message } = failed.data.runtimeError
      if (tries === triesMax)
        throw new Error(`Lighthouse failed ${tries} times: ${code}: ${message}`)
      console.log(`  Lighthouse failed (${code}), retrying`)
    }
  } finally {
    rmSync(directory, { recursive: true })
  }
}

async function measureOnce(url: string): Promise<{ scores: Scores; faults: string[] }> {
  const { categories, audits } = await runLighthouse(url)
  const score = (name: keyof typeof targets) => Math.round(categories[name].score * 100)
  const faults = Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs.flatMap(({ id, weight }) => {
      const audit = audits[id]
      return weight > 0 && audit && audit.score !== null && audit.score < 0.9
        ? [`${audit.title} (${id})`]
        : []
    }),
  )
  return {
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    },
    faults,
  }
}

const medianScores = (all: Scores[]): Scores => ({
  performance: median(all.map(({ performance }) => performance)),
  accessibility: median(all.map(({ accessibility }) => accessibility)),
  'best-practices': median(all.map((scores) => scores['best-practices'])),
  seo: median(all.map(({ seo }) => seo)),
})

async function measurePage(url: string): Promise<{ scores: Scores; faults: string[] }> {
  const all = []
  for (let count = 0; count < runs; count++) all.push(await measureOnce(url))
  return {
    scores: medianScores(all.map(({ scores }) => scores)),
    faults: [...new Set(all.flatMap(({ faults }) => faults))],
  }
}

const paragraph =
  '<!doctype html><html lang="en"><meta name="viewport" ' +
  'content="width=device-width"><title>One</title><p>One paragraph.</p></html>'

export async function measureLighthouse({ database, directory }: Blog): Promise<Figure[]> {
  const pictures = await servePictures()
  const bare = await servePages((_, response) =>
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(paragraph),
  )
  // The blog needs its own URL at start, so the port is chosen first.
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  await addBusyPost(database, pictures.origin)
  const server = await startServer(directory, database.url, {
    PORT: String(port),
    SITE_URL: url,
    LINK_PREVIEW_ALLOW_ORIGINS: pictures.origin,
  })
  try {
    const baseline = await measureOnce(bare.origin)
    const figures = []
    for (const [name, address] of Object.entries(pages)) {
      const { scores, faults } = await measurePage(url + address)
      for (const fault of faults) console.log(`  ${name}: ${fault}`)
      figures.push(
        show({
          what: `Lighthouse, mobile, ${name}: performance, accessibility, best practices, SEO`,
          ours: Object.values(scores).join(', '),
          baseline: `${Object.values(baseline.scores).join(', ')} for one paragraph`,
          ratio: `${scores.performance - baseline.scores.performance} points of performance`,
          target: `≥ ${Object.values(targets).join(', ')}`,
          reached:
            scores.performance >= targets.performance &&
            scores.accessibility >= targets.accessibility &&
            scores['best-practices'] >= targets['best-practices'] &&
            scores.seo >= targets.seo,
        }),
      )
    }
    return figures
  } finally {
    await Promise.all([server.stop(), pictures.close(), bare.close()])
  }
}

if (process.argv[1] === import.meta.filename) await withBlog(measureLighthouse)
