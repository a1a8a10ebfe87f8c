import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type {
  LossReason,
  SourceComment,
  SourceFile,
  SourceLoss,
  SourcePage,
  SourceRecord,
} from '@/lib/importers/comments/source-record'
import { expectedOf, fileOf, samples } from './import-samples'

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

/** The fields of a comment that its reader returns. The import sets the others. */
type Facts = Record<string, unknown>

/**
 * Returns the facts of a sample's comments as expected and as read, without those that the import
 * adds or changes: placeholders for names, times of undated comments, texts of deleted ones…
 */
export function compareSample(name: string, comments: readonly SourceComment[]) {
  const { comments: expected, report } = expectedOf(name)
  const has = (id: string, ...reasons: LossReason[]) =>
    report.lost.some((lost) => reasons.includes(lost.reason) && lost.source_ids.includes(id))
  const omit = (id: string, isDeleted: boolean, facts: Facts): Facts => {
    const { parent, name, email, content, created, ...rest } = facts
    return {
      ...rest,
      ...(!has(id, 'parent-missing', 'parent-other-page', 'parent-cycle') && { parent }),
      ...(!has(id, 'name-missing') && !isDeleted && { name, content }),
      ...(!has(id, 'email-invalid', 'email-hashed') && !isDeleted && { email }),
      ...(!has(id, 'undated') && { created }),
    }
  }
  const facts = new Map(
    expected.map((comment) => {
      const { source_id: id, compare, content } = comment
      return [
        id,
        omit(id, comment.status === 'deleted', {
          parent: comment.parent ?? '',
          status: comment.status,
          name: comment.author_name,
          email: comment.author_email ?? '',
          content: compare === 'exact' ? content : undefined,
          created: comment.created_at,
          edited: comment.edited_at,
          isPinned: comment.pinned,
          votes: comment.votes,
          anchor: comment.anchor,
        }),
      ]
    }),
  )
  const found = new Map(
    comments
      .filter(({ id }) => facts.has(id))
      .map((comment) => {
        const wanted = facts.get(comment.id)
        return [
          comment.id,
          omit(comment.id, comment.status === 'deleted', {
            parent: comment.parentId,
            status: comment.status,
            name: comment.authorName,
            email: comment.authorEmail ?? '',
            content:
              wanted?.content === undefined
                ? undefined
                : comment.content.replaceAll('\r\n', '\n').replaceAll('\0', '').trim().normalize(),
            created: comment.createdAt?.toJSON(),
            edited: comment.editedAt?.toJSON() ?? null,
            isPinned: comment.isPinned ?? false,
            votes: comment.votes ?? { up: 0, down: 0 },
            anchor: comment.anchor ?? null,
          }),
        ]
      }),
  )
  return { expected: facts, found, read: report.read }
}

/** Returns the losses that the reader reported for single comments, by reason. */
export function lossesByReason(comments: readonly SourceComment[]): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  for (const { id, losses = [] } of comments)
    for (const reason of losses) found[reason] = [...(found[reason] ?? []), id]
  return found
}
