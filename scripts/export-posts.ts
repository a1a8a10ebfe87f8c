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
  noteExported,
  readExportedFiles,
} from '@/lib/importers/files/exported-files'
import { runMain } from './run-main'
import { writeFileAtomically } from './write-file'

class ExportReport {
  added: string[] = []
  changed: string[] = []
  unchanged = 0
  skipped: { file: string; reason: string }[] = []
  /** The paths of the written and unchanged files, by the id of the post. */
  files = new Map<number, string>()
}

/**
 * Writes the file of one post, unless its path is in use.
 * @returns the reason if the file cannot be written, so that the export continues with other posts
 */
async function exportPost(
  folder: string,
  exported: ExportedFile,
  check: boolean,
): Promise<'added' | 'changed' | 'unchanged' | { reason: string }> {
  const file = path.resolve(folder, exported.path)
  if (!file.startsWith(path.resolve(folder) + path.sep))
    return { reason: 'its path is outside the folder' }
  try {
    const existing = existsSync(file) ? readFileSync(file, 'utf8') : undefined
    if (existing === exported.source) return 'unchanged'
    if (existing !== undefined && !isOwnText(existing, exported)) {
      const reason = exported.known
        ? 'it was changed since the last import: import it first'
        : 'there is a different file at this path'
      return { reason: `${reason} (the post “${exported.slug}” did not overwrite it)` }
    }
    if (!check) {
      mkdirSync(path.dirname(file), { recursive: true })
      await writeFileAtomically(file, [exported.source], 0o666)
    }
    return existing === undefined ? 'added' : 'changed'
  } catch (error) {
    return { reason: `${messageOf(error)} (the post “${exported.slug}” was not written)` }
  }
}

/** Writes all posts into a folder, which is created if necessary. */
export async function exportPosts(folder: string, { check = false } = {}): Promise<ExportReport> {
  const report = new ExportReport()
  for await (const exported of readExportedFiles()) {
    const done = await exportPost(folder, exported, check)
    if (typeof done === 'object') report.skipped.push({ file: exported.path, ...done })
    else {
      report.files.set(exported.postId, exported.path)
      if (done === 'unchanged') report.unchanged++
      else report[done].push(exported.path)
      if (!check) await noteExported(exported)
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
  const { added, changed, unchanged, skipped } = await exportPosts(folder, values)
  const done = values.check ? 'would be ' : ''
  for (const file of added) console.log(`${done}added: ${file}`)
  for (const file of changed) console.log(`${done}changed: ${file}`)
  for (const { file, reason } of skipped) console.log(`skipped: ${file}: ${reason}`)
  console.log(
    `${added.length} files ${done}added, ${changed.length} ${done}changed, ` +
      `${unchanged} unchanged, ${skipped.length} skipped.`,
  )
  if (skipped.length > 0) process.exitCode = 1
}

await runMain('export-posts', 'posts:export', main)
