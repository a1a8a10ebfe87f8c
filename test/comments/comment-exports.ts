import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type {
  CommentReader,
  SourceComment,
  SourceHead,
  SourceLoss,
  SourcePage,
} from '@/lib/importers/comments/source-record'

const samples = path.resolve('test/fixtures/comment-exports')

const expectedResult = z.object({
  comments: z.array(
    z.object({
      source_id: z.string(),
      reply_to: z.string().nullable(),
      status: z.string(),
      author_name: z.string(),
      author_email: z.string().nullable(),
      created_at: z.string(),
      anchor: z.string(),
    }),
  ),
  report: z.object({
    read: z.number(),
    lost: z.array(z.object({ reason: z.string(), source_ids: z.array(z.string()) })),
  }),
})

/** Returns a sample of an export. */
export const readSample = (name: string): Buffer => readFileSync(path.join(samples, name))

/** Returns the start of a file as readers get it. */
export function headOf(file: string | Uint8Array): SourceHead {
  const bytes = Buffer.from(file)
  return { name: 'file', bytes, text: bytes.toString().trimStart() }
}

/** What a reader finds in a file. */
type ReadExport = {
  pages: Map<string, SourcePage>
  comments: SourceComment[]
  losses: SourceLoss[]
}

/**
 * Reads a file with a reader.
 * @param cuts offsets at which the file is divided into chunks
 */
export async function readExport(
  reader: CommentReader,
  file: string | Uint8Array,
  cuts: readonly number[] = [],
): Promise<ReadExport> {
  const bytes = Buffer.from(file)
  const bounds = [0, ...cuts.map((cut) => cut % bytes.length).sort((a, b) => a - b), bytes.length]
  async function* open() {
    for (const [at, end] of bounds.slice(1).entries()) yield bytes.subarray(bounds[at], end)
  }
  const found: ReadExport = { pages: new Map(), comments: [], losses: [] }
  for await (const record of reader.read({ name: 'file', open }, { timeZone: 'UTC' })) {
    if (record.kind === 'page') found.pages.set(record.id, record.page)
    else if (record.kind === 'comment') found.comments.push(record.comment)
    else found.losses.push(record.loss)
  }
  return found
}

/**
 * Returns what a reader found of a sample's expected comments, and what it should find: the
 * importer itself changes names, addresses and parents, and drops those of deleted comments.
 */
export function compareWithSample({ comments }: ReadExport, sample: string) {
  const { comments: wanted, report } = expectedResult.parse(
    JSON.parse(readSample(`${sample}.expected.json`).toString()),
  )
  const idsWith = (reason: string) =>
    report.lost.filter((lost) => lost.reason === reason).flatMap((lost) => lost.source_ids)
  const isChanged = (id: string, ...reasons: string[]) =>
    reasons.some((reason) => idsWith(reason).includes(id))
  const pairs = wanted.map((one) => {
    const [id = '', number = '1'] = one.source_id.split('#')
    const found = comments.filter((comment) => comment.id === id)[Number(number) - 1]
    const isDeleted = one.status === 'deleted'
    const ignored = {
      parent: isChanged(one.source_id, 'parent-missing', 'parent-other-page'),
      name: isDeleted || isChanged(one.source_id, 'name-missing', 'name-cut'),
      email: isDeleted || isChanged(one.source_id, 'email-invalid', 'email-hashed'),
      time: isChanged(one.source_id, 'undated'),
    }
    const of = <Value>(isIgnored: boolean, value: Value) => (isIgnored ? 'ignored' : value)
    return {
      found: found && {
        id,
        status: found.status,
        anchor: found.anchor,
        parent: of(ignored.parent, found.parentId || null),
        name: of(ignored.name, found.authorName),
        email: of(ignored.email, found.authorEmail ?? null),
        time: ignored.time ? found.createdAt : found.createdAt?.toISOString(),
      },
      wanted: {
        id,
        status: one.status,
        anchor: one.anchor,
        parent: of(ignored.parent, one.reply_to),
        name: of(ignored.name, one.author_name),
        email: of(ignored.email, one.author_email),
        time: ignored.time ? undefined : one.created_at,
      },
    }
  })
  return {
    found: pairs.map((pair) => pair.found),
    wanted: pairs.map((pair) => pair.wanted),
    idsWith,
    read: report.read,
  }
}
