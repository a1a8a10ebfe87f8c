import { importErrorText } from '@/lib/i18n/error-text'
import { readJson } from '@/lib/importers/comments/read-json'
import { fieldOf, lossRecord, Row, textOf } from '@/lib/importers/comments/source-fields'
import {
  type CommentReader,
  NotAnExport,
  type ReadOptions,
  type SourceFile,
  type SourceRecord,
} from '@/lib/importers/comments/source-record'
import { issoComment } from './isso'

const field = String.raw`\s*"(?:id|title)"\s*:\s*(?:"(?:[^"\\]|\\.)*"|null)\s*,`
const start = new RegExp(String.raw`^\[\s*\{(?:${field})*\s*"comments"\s*:\s*\[`)

/**
 * Reads the generic JSON that `isso import -t generic` accepts: a list of threads with their
 * comments. Converters add fields of the database (`parent`, `mode`, `created_epoch`).
 */
export const issoJson: CommentReader = {
  format: 'isso-json',
  detect: (text) => start.test(text),
  read: readIssoJson,
}

async function* readIssoJson(file: SourceFile, options: ReadOptions): AsyncGenerator<SourceRecord> {
  let isEmpty = true
  let comments: { row: Row; thread: unknown }[] = []
  for await (const element of readJson(file, () => ['$.*.comments.*', '$.*'])) {
    if (element.kind === 'loss') yield element
    else {
      const row = new Row(element.fields, element.place, options)
      // A thread's fields may follow its comments.
      if (element.list === 'comments') comments.push({ row, thread: element.parent })
      else {
        yield* recordsOf(row.value, row.place, comments)
        comments = []
      }
      isEmpty = false
    }
  }
  if (isEmpty) throw new NotAnExport(importErrorText('notExport', { system: 'Isso' }))
  const [first] = comments
  if (first) yield* recordsOf(first.thread, first.row.place, comments)
}

/** Returns the records of a thread, complete or up to the damaged part of the file. */
function* recordsOf(
  thread: unknown,
  place: string,
  comments: readonly { row: Row }[],
): Generator<SourceRecord> {
  if (!Array.isArray(fieldOf(thread, 'comments'))) return yield lossRecord('broken-record', place)
  const pageId = textOf(fieldOf(thread, 'id'))
  const page = { address: pageId, title: textOf(fieldOf(thread, 'title')) }
  yield { kind: 'page', id: pageId, page }
  // Ids are unique per thread only.
  const withPage = (id: string) => (id === '' ? '' : `${pageId}#${id}`)
  for (const { row } of comments) {
    const ids = { id: withPage(row.text('id')), parentId: withPage(row.text('parent')), pageId }
    yield row.get('text') === undefined
      ? lossRecord('broken-record', row.place)
      : issoComment(row, ids)
  }
}
