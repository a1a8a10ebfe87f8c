import { z } from 'zod'
import {
  type CommentLine,
  commentLine,
  exportHead,
  type ThreadLine,
  threadLine,
} from '@/lib/comments/export/export-format'
import { importErrorText } from '@/lib/i18n/error-text'
import { translator } from '@/lib/i18n/translator'
import { commentRecord, lossRecord } from '@/lib/importers/comments/source-fields'
import {
  type CommentReader,
  NotAnExport,
  type SourceRecord,
} from '@/lib/importers/comments/source-record'
import { parseJson, readLines } from '@/lib/importers/comments/source-text'

const head = z.object({ format: z.literal(exportHead.format), version: z.unknown() })
const line = z.discriminatedUnion('type', [threadLine, commentLine])

/** Reads Afterword's own export (`lib/comments/export/export-format.ts`) line by line. */
export const afterword: CommentReader = {
  format: 'afterword',
  detect: (text) => /^\{\s*"format"\s*:\s*"afterword-comments"/.test(text),
  async *read(file) {
    let hasHead = false
    const ids = new Set<string>()
    for await (const { number, text } of readLines(file.open())) {
      if (text.trim() === '') continue
      if (hasHead) yield readUnique(text, `line ${number}`, ids)
      else checkHead(text)
      hasHead = true
    }
    if (!hasHead) throw new NotAnExport(importErrorText('noComments'))
  },
}

/** @throws NotAnExport */
function checkHead(text: string): void {
  const { data } = head.safeParse(parseJson(text))
  if (!data) throw new NotAnExport(importErrorText('notExport', { system: 'Afterword' }))
  if (data.version === exportHead.version) return
  const version = String(data.version)
  throw new NotAnExport(importErrorText('version', { version, supported: exportHead.version }))
}

/** Reads a line, unless it has the id of an earlier comment. */
function readUnique(text: string, place: string, ids: Set<string>): SourceRecord {
  const record = readRecord(text, place)
  if (record.kind !== 'comment') return record
  const { id } = record.comment
  if (ids.has(id))
    return broken(place, translator('commentImport')('reasons.duplicate-id'), Number(id))
  ids.add(id)
  return record
}

/** Returns true for NUL and lone surrogates, which JSON can only contain as escapes. */
function hasUnstorableText(json: string): boolean {
  // `JSON.stringify` writes other characters than these without an escape of four digits.
  return (
    /\\u(?:0000|d[89a-f])/i.test(json) &&
    /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/.test(JSON.stringify(JSON.parse(json)))
  )
}

function readRecord(text: string, place: string): SourceRecord {
  const json = parseJson(text)
  if (json === undefined) return broken(place, importErrorText('damaged'))
  if (hasUnstorableText(text)) return broken(place, importErrorText('unstorable'))
  const { data, error } = line.safeParse(json)
  if (error) {
    const [issue] = error.issues
    const { id } = z.object({ id: z.number() }).safeParse(json).data ?? {}
    return broken(place, importErrorText('missing', { key: issue?.path.join('.') ?? '' }), id)
  }
  return data.type === 'thread' ? toPage(data) : toComment(data, place)
}

const broken = (place: string, note: string, id?: number): SourceRecord =>
  lossRecord('broken-record', place, note, [id === undefined ? place : String(id)])

function toPage({ title, closed, ...own }: ThreadLine): SourceRecord {
  const { slug, url } = own
  return {
    kind: 'page',
    id: slug,
    page: { address: url || slug, title, isClosed: closed, slug, own },
  }
}

const toComment = (own: CommentLine, place: string): SourceRecord =>
  commentRecord(place, {
    id: String(own.id),
    parentId: String(own.answered_id ?? own.parent_id ?? ''),
    pageId: own.slug,
    status: own.status,
    authorName: own.author_name,
    authorEmail: own.author_email ?? '',
    content: own.content,
    markup: 'markdown',
    createdAt: own.created_at,
    editedAt: own.edited_at ?? undefined,
    isPinned: own.pinned,
    votes: own.votes,
    own,
  })
