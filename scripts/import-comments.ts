/**
 * `npm run comments:import -- FILE…`: imports comments from exports of other systems or of
 * Afterword. The content determines the format. A repeated import adds only new comments.
 *
 * `--site HOST` names the site whose pages the files describe; without it, comments go to the posts
 * of the blog. `--map RULE` is a rule `old=new` for addresses, or a file of rules. `--me NAME`
 * attributes comments with this name to the owner, and `--me NAME=ADDRESS` to another staff member.
 * `--time-zone` applies to times without a zone. `--screen` screens the comments, `--check` only
 * prints what would happen, and `--report FILE` writes every loss as a line of JSON. The exit code
 * is 1 if nothing could be imported.
 */
import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { describeReport } from '@/lib/importers/comments/describe-report'
import {
  type ImportOptions,
  importCommentFiles,
} from '@/lib/importers/comments/import-comment-files'
import type { ImportProgress } from '@/lib/importers/comments/import-report'
import { purgeRunningServer } from './purge-running-server'
import { runMain } from './run-main'

const options = {
  format: { type: 'string' },
  site: { type: 'string' },
  map: { type: 'string', multiple: true },
  me: { type: 'string', multiple: true },
  'time-zone': { type: 'string' },
  screen: { type: 'boolean' },
  check: { type: 'boolean' },
  report: { type: 'string' },
} as const

/** Returns the rules in a file, one per line, or the given text as the only rule. */
function rulesOf(rule: string): string[] {
  if (!existsSync(rule)) return [rule]
  return readFileSync(rule, 'utf8')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
}

function showProgress({ read, done, total }: ImportProgress): void {
  if (!process.stderr.isTTY) return
  const text = total === undefined ? `${read} comments read` : `${done} of ${total} comments done`
  process.stderr.write(`\r\u001B[K${text}`)
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const { report: file, 'time-zone': timeZone, map, ...rest } = values
  if (positionals.length === 0)
    throw new Error('Usage: npm run comments:import -- FILE… [--site HOST] [--check]')
  const losses = file === undefined ? undefined : openSync(file, 'w')
  const importOptions: ImportOptions = {
    ...rest,
    timeZone,
    map: map?.flatMap(rulesOf),
    onProgress: showProgress,
    ...(losses !== undefined && {
      onLoss: (loss) => void writeSync(losses, `${JSON.stringify(loss)}\n`),
    }),
  }
  const report = await importCommentFiles(positionals, importOptions).catch(async (error) => {
    // Complete threads are stored.
    if (!values.check) await purgeRunningServer()
    throw error
  })
  if (process.stderr.isTTY) process.stderr.write('\r\u001B[K')
  if (losses !== undefined) {
    writeSync(losses, `${JSON.stringify({ report })}\n`)
    closeSync(losses)
  }
  for (const line of describeReport(report, values.check)) console.log(line)
  if (report.importId !== undefined) await purgeRunningServer()
  if (report.added + report.changed + report.unchanged === 0) process.exitCode = 1
}

await runMain('import-comments', 'comments:import', main, 600_000)
