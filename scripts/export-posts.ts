/**
 * `npm run posts:export -- FOLDER`: writes every post as a Markdown file. An unchanged post is
 * written byte for byte as it was imported; in an edited one, only the edited parts differ. Files
 * of other posts and files edited since are left alone and listed. `--check` lists the changes
 * without writing.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { messageOf } from '@/lib/errors'
import {
  type ExportedFile,
  isOwnText,
  readExportedFiles,
  recordExported,
} from '@/lib/importers/files/exported-files'
import { runMain } from './run-main'
import { writeFileAtomically } from './write-file'

class ExportReport {
  added: string[] = []
  changed: string[] = []
  unchanged = 0
  kept: { file: string; reason: string }[] = []
  /** The paths of the written and unchanged files, by the id of the post. */
  files = new Map<number, string>()
}

/**
 * Writes the file of one post, unless its path is in use.
 * @returns the reason if the file cannot be written, so that the export continues with other posts
 */
async function exportPost(
  folder: string,
  handed: ExportedFile,
  check: boolean,
): Promise<'added' | 'changed' | 'unchanged' | { reason: string }> {
  const file = path.resolve(folder, handed.path)
  if (!file.startsWith(path.resolve(folder) + path.sep))
    return { reason: 'its path is outside the folder' }
  try {
    const there = existsSync(file) ? readFileSync(file, 'utf8') : undefined
    if (there === handed.source) return 'unchanged'
    if (there !== undefined && !isOwnText(there, handed)) {
      const reason = handed.known
        ? 'it was changed since the last import: import it first'
        : 'there is a different file at this path'
      return { reason: `${reason} (the post “${handed.slug}” did not overwrite it)` }
    }
    if (!check) {
      mkdirSync(path.dirname(file), { recursive: true })
      await writeFileAtomically(file, [handed.source], 0o666)
    }
    return there === undefined ? 'added' : 'changed'
  } catch (error) {
    return { reason: `${messageOf(error)} (the post “${handed.slug}” was not written)` }
  }
}

/** Writes all posts into a folder, which is created if necessary. */
export async function exportPosts(folder: string, { check = false } = {}): Promise<ExportReport> {
  const report = new ExportReport()
  for await (const handed of readExportedFiles()) {
    const done = await exportPost(folder, handed, check)
    if (typeof done === 'object') report.kept.push({ file: handed.path, ...done })
    else {
      report.files.set(handed.postId, handed.path)
      if (done === 'unchanged') report.unchanged++
      else report[done].push(handed.path)
      if (!check) await recordExported(handed)
    }
  }
  return report
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { check: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [folder] = positionals
  if (!folder) throw new Error('Usage: npm run posts:export -- FOLDER [--check]')
  const { added, changed, unchanged, kept } = await exportPosts(folder, values)
  const done = values.check ? 'would be ' : ''
  for (const file of added) console.log(`${done}added: ${file}`)
  for (const file of changed) console.log(`${done}changed: ${file}`)
  for (const { file, reason } of kept) console.log(`skipped: ${file}: ${reason}`)
  console.log(
    `${added.length} files ${done}added, ${changed.length} ${done}changed, ` +
      `${unchanged} unchanged, ${kept.length} skipped.`,
  )
  if (kept.length > 0) process.exitCode = 1
}

await runMain('export-posts', 'posts:export', main)
