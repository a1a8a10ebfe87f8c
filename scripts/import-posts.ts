/**
 * `npm run posts:import -- PATH`: imports new and changed posts from a folder of Markdown files, a
 * Ghost export (JSON) or a WordPress export (WXR). The format is detected from the content. It
 * continues after an error, lists lost content and rejected files, and exits with 1 if anything was
 * rejected.
 *
 * `--report FILE` writes the report as JSON. `--overwrite` replaces posts that were edited here.
 * `--site URL` is the address of a Ghost blog, which its export lacks.
 */
import { statSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { waitLongerForQueries } from '@/lib/db/client'
import { env } from '@/lib/env'
import { importBlog } from './import-blog'
import { importFolder } from './import-folder'
import { describeReport, reasonOf } from './import-report'

/** Asks a running server to revalidate its pages. */
async function purgePages(): Promise<void> {
  const { SITE_URL, PORT, CRON_SECRET } = env()
  const address = `${SITE_URL ?? `http://localhost:${PORT}`}/api/cron/purge-pages`
  try {
    const { ok } = await fetch(address, {
      method: 'POST',
      headers: { Authorization: `Bearer ${CRON_SECRET}` },
      signal: AbortSignal.timeout(5_000),
    })
    if (ok) return console.log('The running server shows them now.')
  } catch {
    // Without a running server, there are no pages to revalidate.
  }
  console.log(
    'A server that runs shows them within five minutes (or at once, if SITE_URL and CRON_SECRET ' +
      'are its own).',
  )
}

const options = {
  report: { type: 'string' },
  overwrite: { type: 'boolean', default: false },
  site: { type: 'string' },
} as const

async function main(): Promise<void> {
  waitLongerForQueries()
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [given] = positionals
  if (!given)
    throw new Error('Which folder, Ghost export or WordPress export? npm run posts:import -- WHAT')
  const report = statSync(given).isDirectory()
    ? await importFolder(given, values)
    : await importBlog(given, values)
  for (const line of describeReport(report)) console.log(line)
  if (values.report) writeFileSync(values.report, `${JSON.stringify(report, null, 2)}\n`)
  if (report.taken.length + report.comments > 0) await purgePages()
  if (report.refused.length > 0) process.exitCode = 1
}

if (process.argv[1] === import.meta.filename) {
  main().catch((error: unknown) => {
    console.error(reasonOf(error))
    process.exitCode = 1
  })
}
