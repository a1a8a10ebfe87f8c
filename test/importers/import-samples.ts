import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect } from 'vitest'
import { z } from 'zod'
import {
  type CommentReader,
  isImportedDespite,
  type LossReason,
  lossReasons,
  type ReadOptions,
  type SourceComment,
  type SourceFile,
  type SourceHead,
  type SourceLoss,
  type SourcePage,
} from '@/lib/importers/comments/source-record'
import { slugOfUrl } from '@/lib/threads/thread-slug'
import { isNightly } from '@/test/nightly'

/** The folder of sample exports with their expected results. */
export const samples = path.join(import.meta.dirname, '../fixtures/comment-exports')

const expectedResult = z.object({
  run: z.object({ site: z.string(), tz: z.string().default('UTC') }),
  threads: z.array(z.object({ key: z.string(), title: z.string(), closed: z.boolean() })),
  comments: z.array(
    z.object({
      source_id: z.string(),
      thread: z.string(),
      parent: z.string().nullable(),
      reply_to: z.string().nullable(),
      status: z.string(),
      author_name: z.string(),
      author_email: z.string().nullable(),
      content: z.string().optional(),
      content_check: z.object({ length: z.number(), sha256: z.string() }).optional(),
      compare: z.enum(['exact', 'rendered']),
      created_at: z.string(),
      edited_at: z.string().nullable(),
      pinned: z.boolean(),
      votes: z.object({ up: z.number(), down: z.number() }),
      anchor: z.string().nullable(),
    }),
  ),
  report: z.object({
    read: z.number(),
    lost: z.array(z.object({ reason: z.enum(lossReasons), source_ids: z.array(z.string()) })),
  }),
})

/** The result of reading a file. */
export type ReadResult = {
  comments: SourceComment[]
  /** The page records by id. */
  pages: Map<string, SourcePage[]>
  losses: SourceLoss[]
}

/** Reads a sample of an export. */
export const readSample = (name: string): Buffer => readFileSync(path.join(samples, name))

/** Returns the expected result of a sample, by its name without extension. */
export const expectedOf = (name: string): Expected =>
  expectedResult.parse(JSON.parse(readSample(`${name}.expected.json`).toString()))

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
export function headOf(content: string | Uint8Array): SourceHead {
  const bytes = Buffer.from(content).subarray(0, 2 ** 16)
  return { bytes, text: new TextDecoder().decode(bytes).trimStart() }
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

type Expected = z.infer<typeof expectedResult>

/**
 * Compares the result of a reader for a sample with the expected one, except for parts that the
 * import itself changes.
 * @param reasons the losses that the reader reports
 */
export async function expectSample(
  reader: CommentReader,
  name: string,
  reasons: readonly LossReason[],
): Promise<void> {
  const sample = readSample(name)
  const expected = expectedOf(name.replace(/\.\w+$/, ''))
  const { site, tz } = expected.run
  expect(reader.detect(headOf(sample))).toBe(true)
  const found = await readAll(reader, fileOf(sample), { timeZone: tz, site })
  expect(found.comments.length + found.losses.length).toBe(expected.report.read)
  expect(lossesOf(found)).toEqual(
    expected.report.lost
      .filter(({ reason }) => reasons.includes(reason))
      .flatMap(({ reason, source_ids }) => source_ids.map((id) => `${reason} ${id}`))
      .sort(),
  )
  expectThreads(found, expected)
  for (const comment of expected.comments) expectComment(found, comment, expected)
}

const lossesOf = ({ comments, losses }: ReadResult): string[] =>
  [
    ...comments.flatMap(({ id, losses = [] }) => losses.map((reason) => `${reason} ${id}`)),
    ...losses.flatMap(({ reason, ids }) => ids.map((id) => `${reason} ${id}`)),
  ].sort()

const keyOf = (address: string, { run }: Expected): string =>
  decodeURI(slugOfUrl(new URL(address, `https://${run.site}`).href) ?? '')

function expectThreads(found: ReadResult, expected: Expected): void {
  const pages = [...found.pages.values()].flat()
  for (const { key, title, closed } of expected.threads) {
    const own = pages.filter((page) => keyOf(page.address, expected) === key)
    const given = own.find((page) => page.title)?.title ?? ''
    // The import removes tags.
    expect(given.replaceAll(/<[^<>]*>/g, '')).toBe(title)
    expect(own.some((page) => page.isClosed)).toBe(closed)
  }
}

function expectComment(
  found: ReadResult,
  expected: Expected['comments'][number],
  all: Expected,
): void {
  const [id = '', number = '1'] = expected.source_id.split('#')
  const own = found.comments.filter((comment) => comment.id === id).at(Number(number) - 1)
  if (!own) throw new Error(`The reader did not find ${expected.source_id}`)
  const lost = new Set(
    all.report.lost
      .filter(({ source_ids }) => source_ids.includes(expected.source_id))
      .map(({ reason }) => reason),
  )
  const isMoved = ['parent-missing', 'parent-other-page', 'parent-cycle'].some((reason) =>
    [...lost].some((one) => one === reason),
  )
  const page = found.pages.get(own.pageId)?.[0]
  expect([
    keyOf(page?.address ?? '', all),
    isMoved ? null : own.parentId || null,
    own.status,
    own.createdAt?.toJSON(),
    own.editedAt?.toJSON() ?? null,
    own.isPinned ?? false,
    own.votes ?? { up: 0, down: 0 },
    own.anchor,
  ]).toEqual([
    expected.thread,
    expected.reply_to,
    expected.status,
    lost.has('undated') ? undefined : expected.created_at,
    expected.edited_at,
    expected.pinned,
    expected.votes,
    expected.anchor,
  ])
  expect(own.authorUrl !== undefined).toBe(lost.has('author-url'))
  // The import removes texts, names and addresses of deleted comments.
  if (expected.status === 'deleted') return
  if (!lost.has('name-cut'))
    expect(own.authorName).toBe(lost.has('name-missing') ? '' : expected.author_name)
  if (!lost.has('email-invalid')) expect(own.authorEmail ?? null).toBe(expected.author_email)
  if (expected.compare === 'exact' && !lost.has('content-cut') && !lost.has('inline-image'))
    expectContent(own.content.normalize(), expected)
}

function expectContent(content: string, expected: Expected['comments'][number]): void {
  const sha256 = createHash('sha256').update(content).digest('hex')
  if (expected.content_check) expect(sha256).toBe(expected.content_check.sha256)
  // The import removes a mention of the parent.
  else expect(content.replace(/^\[@[^\]]+\]\(#\w+\): /, '')).toBe(expected.content)
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
  // The header of LeanCloud alone is no export.
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
