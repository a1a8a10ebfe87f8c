import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type {
  SourceComment,
  SourceFile,
  SourceLoss,
  SourcePage,
  SourceRecord,
} from '@/lib/importers/comments/source-record'
import { fileOf, samples } from './import-samples'

/** Creates a file of an import, which arrives in small chunks. */
export function sourceFile(content: string | Uint8Array, name = 'export'): SourceFile {
  const chunks = Math.ceil(Buffer.byteLength(content) / 1_000)
  return fileOf(content, Array<number>(chunks).fill(1_000), name)
}

/** Returns the files of a folder of samples, in no particular order. */
export function sampleFolder(name: string): SourceFile[] {
  const folder = path.join(samples, name)
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => sourceFile(readFileSync(file), path.relative(folder, file)))
    .reverse()
}

/** Reads all records, in three groups. */
export async function gather(records: AsyncIterable<SourceRecord>) {
  const comments: SourceComment[] = []
  const pages = new Map<string, SourcePage>()
  const losses: SourceLoss[] = []
  for await (const record of records) {
    if (record.kind === 'comment') comments.push(record.comment)
    else if (record.kind === 'page') pages.set(record.id, record.page)
    else losses.push(record.loss)
  }
  return { comments, pages, losses }
}

/** Returns the losses that the reader reported for single comments, by reason. */
export function lossesByReason(comments: readonly SourceComment[]): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  for (const { id, losses = [] } of comments)
    for (const reason of losses) found[reason] = [...(found[reason] ?? []), id]
  return found
}
