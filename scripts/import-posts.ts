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
import { importBlog, importFolder, type PostImportReport } from '@/lib/importers/import-posts'
import { purgeRunningServer } from './purge-running-server'
import { runMain } from './run-main'

const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Returns the lines of the report, the summary last. */
function describeReport(report: PostImportReport): string[] {
  const { taken, unchanged, comments, refused, unread } = report
  return [
    ...refused.map(({ file, reason }) => `not imported: ${file}: ${reason}`),
    ...report.lost.flatMap(({ post, what }) => what.map((loss) => `not kept: ${post}: ${loss}`)),
    ...report.lostByAll.map((loss) => `not kept: ${loss}`),
    ...report.commentLosses,
    ...unread.map(({ url, reason }) => `no card for ${url}: ${reason}`),
    `${countOf(taken.length, 'post')} imported, ${unchanged} unchanged, ${refused.length} ` +
      `not imported${comments > 0 ? `; ${countOf(comments, 'comment')} imported` : ''}.`,
  ]
}

const options = {
  report: { type: 'string' },
  overwrite: { type: 'boolean', default: false },
  site: { type: 'string' },
} as const

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [inputPath] = positionals
  if (!inputPath)
    throw new Error('Usage: npm run posts:import -- FOLDER or FILE (a Ghost or WordPress export)')
  const report = statSync(inputPath).isDirectory()
    ? await importFolder(inputPath, values)
    : await importBlog(inputPath, values)
  for (const line of describeReport(report)) console.log(line)
  if (values.report) writeFileSync(values.report, `${JSON.stringify(report, null, 2)}\n`)
  if (report.taken.length + report.comments > 0) await purgeRunningServer()
  if (report.refused.length > 0) process.exitCode = 1
}

await runMain('import-posts', 'posts:import', main)
