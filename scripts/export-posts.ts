/**
 * `npm run posts:export -- FOLDER`: writes every post as a Markdown file. A post that came from a file and is as it was is
 * that file again, to the byte; of one that was edited in the admin area, what changed. A file that is not the post's own, or
 * was edited in the folder since, is left alone and named. `--check` writes nothing, and says what would be.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { waitLongerForQueries } from '@/lib/db/client'
import {
  type ExportedFile,
  isOwnText,
  noteExported,
  readExportedFiles,
} from '@/lib/importers/files/exported-files'

export type ExportReport = {
  added: string[]
  changed: string[]
  unchanged: number
  kept: { file: string; reason: string }[]
}

/** The text of a file; undefined where there is none. */
function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** In one step: who looks meanwhile sees the old file or the new one. */
function replaceFile(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true })
  // Beside it, under a short name: its own may be as long as a name can be.
  const growing = path.join(path.dirname(file), `.${process.pid}.tmp`)
  writeFileSync(growing, text)
  renameSync(growing, file)
}

/** Puts one post's file into a folder, where there is room for it. */
function put(folder: string, handed: ExportedFile, report: ExportReport, check: boolean): boolean {
  const file = path.resolve(folder, handed.path)
  if (!file.startsWith(path.resolve(folder) + path.sep)) {
    report.kept.push({ file: handed.path, reason: 'it would stand outside the folder' })
    return false
  }
  const there = readText(file)
  if (there === handed.source) {
    report.unchanged++
    return true
  }
  if (there !== undefined && !isOwnText(there, handed)) {
    const reason = handed.known
      ? 'it was changed in the folder since it was taken in: import it first'
      : 'it is another file'
    report.kept.push({
      file: handed.path,
      reason: `${reason} (the post “${handed.slug}” was not written over it)`,
    })
    return false
  }
  const list = there === undefined ? report.added : report.changed
  if (!check) replaceFile(file, handed.source)
  list.push(handed.path)
  return true
}

/** The same; one file that cannot be read or written does not keep the others from being so. */
function tryToPut(...given: Parameters<typeof put>): boolean {
  const [, { path: file, slug }, report] = given
  try {
    return put(...given)
  } catch (error) {
    report.kept.push({
      file,
      reason: `${error instanceof Error ? error.message : String(error)} (the post “${slug}” was not written)`,
    })
    return false
  }
}

/** Writes all posts into a folder, which is made where it is missing. */
export async function exportPosts(folder: string, { check = false } = {}): Promise<ExportReport> {
  const report: ExportReport = { added: [], changed: [], unchanged: 0, kept: [] }
  for await (const handed of readExportedFiles()) {
    if (tryToPut(folder, handed, report, check) && !check) await noteExported(handed)
  }
  return report
}

async function main(): Promise<void> {
  waitLongerForQueries()
  const { values, positionals } = parseArgs({
    options: { check: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [folder] = positionals
  if (!folder) throw new Error('Into which folder? npm run posts:export -- FOLDER [--check]')
  const { added, changed, unchanged, kept } = await exportPosts(folder, values)
  const done = values.check ? 'would be ' : ''
  for (const file of added) console.log(`${done}added: ${file}`)
  for (const file of changed) console.log(`${done}changed: ${file}`)
  for (const { file, reason } of kept) console.log(`left alone: ${file}: ${reason}`)
  console.log(
    `${added.length} files ${done}added, ${changed.length} ${done}changed, ${unchanged} as they were, ${kept.length} left alone.`,
  )
  if (kept.length > 0) process.exitCode = 1
}

if (process.argv[1] === import.meta.filename) {
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  })
}
