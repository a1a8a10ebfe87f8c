import { readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect } from 'vitest'
import {
  type CommentReader,
  isImportedDespite,
  type ReadOptions,
  type SourceComment,
  type SourceFile,
  type SourceLoss,
  type SourcePage,
} from '@/lib/importers/comments/source-record'
import { isNightly } from '@/test/nightly'

/** The folder of sample exports. */
export const samples = path.join(import.meta.dirname, '../fixtures/comment-exports')

/** The result of reading a file. */
export type ReadResult = {
  comments: SourceComment[]
  /** The page records by id. */
  pages: Map<string, SourcePage[]>
  losses: SourceLoss[]
}

/** Reads a sample of an export. */
export const readSample = (name: string): Buffer => readFileSync(path.join(samples, name))

/** Returns a file with this content, which is read in chunks of these sizes and then as a whole. */
export function fileOf(
  content: string | Uint8Array,
  sizes: readonly number[] = [],
  name = 'export',
): SourceFile {
  const bytes = Buffer.from(content)
  return {
    name,
    async *open() {
      let start = 0
      for (const size of sizes) {
        yield bytes.subarray(start, start + size)
        start += size
      }
      yield bytes.subarray(start)
    },
  }
}

/** Returns the start of a file, which determines its format. */
export function headOf(content: string | Uint8Array): string {
  const bytes = Buffer.from(content).subarray(0, 2 ** 16)
  return new TextDecoder().decode(bytes).trimStart()
}

/** Reads a file to its end. */
export async function readAll(
  reader: CommentReader,
  file: SourceFile,
  options: ReadOptions = { timeZone: 'UTC' },
): Promise<ReadResult> {
  const result: ReadResult = { comments: [], pages: new Map(), losses: [] }
  for await (const record of reader.read(file, options)) {
    if (record.kind === 'comment') result.comments.push(record.comment)
    else if (record.kind === 'loss') result.losses.push(record.loss)
    else result.pages.set(record.id, [...(result.pages.get(record.id) ?? []), record.page])
  }
  return result
}

/** Checks that a reader finds the same in a file, wherever its chunks end. */
export async function expectAnyChunks(
  reader: CommentReader,
  content: string | Uint8Array,
): Promise<void> {
  const whole = await readAll(reader, fileOf(content))
  const sizes = fc.array(fc.oneof(fc.nat(40), fc.nat(5_000)), { maxLength: 400 })
  await fc.assert(
    fc.asyncProperty(sizes, async (ends) => {
      expect(await readAll(reader, fileOf(content, ends))).toEqual(whole)
    }),
    { numRuns: isNightly ? 500 : 40 },
  )
}

/** Checks that a reader keeps the records before the end of a file that ends too early. */
export async function expectAnyEnd(
  reader: CommentReader,
  content: string | Uint8Array,
): Promise<void> {
  const bytes = Buffer.from(content)
  const whole = await readAll(reader, fileOf(bytes))
  // LeanCloud's header alone is not an export.
  const min = bytes.includes('#filetype') ? bytes.indexOf('\n') + 2 : 1
  let maxComments = 0
  await fc.assert(
    fc.asyncProperty(fc.integer({ min, max: bytes.length - 1 }), async (end) => {
      const { comments, losses } = await readAll(reader, fileOf(bytes.subarray(0, end)))
      maxComments = Math.max(maxComments, comments.length)
      const kept = whole.comments.slice(0, comments.length)
      expect(comments.map(({ id, content }) => [id, content])).toEqual(
        kept.map(({ id, content }) => [id, content]),
      )
      expect(losses.every(({ reason }) => !isImportedDespite(reason))).toBe(true)
      expect(losses.length).toBeLessThanOrEqual(whole.losses.length + 1)
    }),
    { numRuns: isNightly ? 1_000 : 50 },
  )
  expect(maxComments).toBeGreaterThan(whole.comments.length / 2)
}
