import 'server-only'
import { JSONParser } from '@streamparser/json'
import { fieldOf, textOf } from '@/lib/importers/comments/source-fields'
import type {
  CommentReader,
  SourceFile,
  SourceRecord,
} from '@/lib/importers/comments/source-record'
import { NotAnExport } from '@/lib/importers/comments/source-record'
import { decodeChunks } from '@/lib/importers/comments/source-text'
import { issoComment } from './isso-comment'

/** A thread of the file, complete or up to where the file breaks. `line` is its last line. */
type Thread = { fields: unknown; comments: { value: unknown; line: number }[]; line: number }

const field = String.raw`\s*"(?:id|title)"\s*:\s*(?:"(?:[^"\\]|\\.)*"|null)\s*,`
const start = new RegExp(String.raw`^\[\s*\{(?:${field})*\s*"comments"\s*:\s*\[`)

/**
 * Reads the generic JSON that `isso import -t generic` accepts: a list of threads with their
 * comments. Converters add fields of the database (`parent`, `mode`, `created_epoch`).
 */
export const issoJson: CommentReader = {
  format: 'isso-json',
  detect: ({ text }) => start.test(text),
  read: readIssoJson,
}

async function* readIssoJson(
  file: SourceFile,
  { timeZone }: { timeZone: string },
): AsyncGenerator<SourceRecord> {
  let hasThreads = false
  const threads = readThreads(file)
  for (;;) {
    const { value, done } = await threads.next()
    if (done) {
      if (!hasThreads)
        throw new NotAnExport('this is not JSON for “isso import -t generic”: choose another file')
      if (value) yield { kind: 'loss', loss: { reason: 'broken-record', ids: [], ...value } }
      return
    }
    hasThreads ||= isThread(value)
    yield* recordsOf(value, timeZone)
  }
}

/** Yields the threads one by one. Returns the place and a description if the file is damaged. */
async function* readThreads(
  file: SourceFile,
): AsyncGenerator<Thread, { place: string; note: string } | undefined> {
  const done: Thread[] = []
  let line = 1
  let open: Thread | undefined
  const parser = new JSONParser({ paths: ['$.*.comments.*', '$.*'], keepStack: false })
  parser.onValue = ({ value, stack }) => {
    if (stack.length > 1) {
      open ??= { fields: stack.at(-1)?.value, comments: [], line }
      open.comments.push({ value, line })
      return
    }
    done.push({ fields: value, comments: open?.comments ?? [], line })
    open = undefined
  }
  try {
    for await (const chunk of decodeChunks(file.open()))
      for (const piece of chunk.split(/(?<=\n)/)) {
        parser.write(piece)
        yield* done.splice(0)
        if (piece.endsWith('\n')) line++
      }
    if (!parser.isEnded) parser.end()
  } catch (error) {
    if (!(error instanceof Error) || 'code' in error) throw error
    yield* done.splice(0)
    if (open) yield open
    return { place: `line ${line}`, note: 'the JSON breaks off or is damaged here' }
  }
  return undefined
}

const isThread = ({ fields }: Thread) => Array.isArray(fieldOf(fields, 'comments'))

const broken = (line: number): SourceRecord => {
  const place = `line ${line}`
  return { kind: 'loss', loss: { reason: 'broken-record', ids: [place], place } }
}

function* recordsOf(thread: Thread, timeZone: string): Generator<SourceRecord> {
  const { fields, comments, line } = thread
  if (!isThread(thread)) {
    yield broken(line)
    return
  }
  const pageId = textOf(fieldOf(fields, 'id'))
  const page = { address: pageId, title: textOf(fieldOf(fields, 'title')) }
  yield { kind: 'page', id: pageId, page }
  // Ids are unique per thread only.
  const withPage = (id: string) => (id === '' ? '' : `${pageId}#${id}`)
  for (const { value, line } of comments) {
    const ids = {
      id: withPage(textOf(fieldOf(value, 'id'))),
      parentId: withPage(textOf(fieldOf(value, 'parent'))),
      pageId,
    }
    yield fieldOf(value, 'text') === undefined
      ? broken(line)
      : { kind: 'comment', comment: issoComment(value, ids, `line ${line}`, timeZone) }
  }
}
