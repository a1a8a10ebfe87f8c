import 'server-only'
import { Composer, type CST, isMap, isScalar, Lexer, Parser } from 'yaml'
import { importErrorText } from '@/lib/i18n/error-text'
import { commentRecord, lossRecord, Row } from '@/lib/importers/comments/source-fields'
import {
  type LossReason,
  NotAnExport,
  type ReadOptions,
  type SourceFile,
  type SourceRecord,
} from '@/lib/importers/comments/source-record'
import { firstBytes } from '@/lib/importers/comments/source-text'
import { parseSourceTime } from '@/lib/importers/comments/source-time'
import { splitPostFile } from '@/lib/importers/files/split-post-file'

/** A file of a comment, with its path below the folder of comments (`sourdough/comment-1.yml`). */
type Entry = { file: SourceFile; path: string }

/** A parsed file. Each site chooses its own fields. */
type Parsed = { path: string; row: Row; id: string }

/** Bytes of the largest file of a comment. */
const bytesMax = 4 * 2 ** 20

/**
 * Reads a folder of Staticman, or the static comments of Jekyll: one YAML, JSON or Markdown file
 * for each comment. The page is `post_id`, a path in `_parent`, or else the name of the folder.
 * Each site configures its own fields, so the usual names are tried.
 * @throws NotAnExport if no file is a comment
 */
export async function* readStaticman(
  files: readonly SourceFile[],
  options: ReadOptions,
): AsyncGenerator<SourceRecord> {
  let isExport = false
  // One folder at a time, because positions of parents count all comments of a page.
  for (const folder of foldersOf(files).values()) {
    const parsed: Parsed[] = []
    for (const entry of folder) {
      const result = await parseEntry(entry, options)
      if ('row' in result) parsed.push(result)
      else yield result
    }
    isExport ||= parsed.length > 0
    for (const [address, entries] of pagesOf(parsed)) {
      yield { kind: 'page', id: address, page: { address } }
      const topLevel = entries.filter(({ row }) => parentsIn(row).length === 0)
      const ids = new Set(entries.map(({ id }) => id))
      for (const entry of entries) yield commentOf(entry, address, topLevel, ids)
    }
  }
  if (!isExport) throw new NotAnExport(importErrorText('unsupported'))
}

const folderOf = (name: string) => name.slice(0, Math.max(0, name.lastIndexOf('/')))

/**
 * Groups the files of comments by folder. Both are sorted by name, as site generators read them.
 * Excludes other files of a site: if there is a folder `comments` or `_comments`, all comments are
 * below it, under any name.
 */
function foldersOf(files: readonly SourceFile[]): Map<string, Entry[]> {
  const inFolder = /(?:^|\/)_?comments\/(.+)/is
  const visible = files.filter(({ name }) => !/(?:^|\/)(?:\.|__MACOSX\/)/.test(name))
  const below = visible.flatMap((file) => {
    const path = inFolder.exec(file.name)?.[1]
    return path === undefined ? [] : [{ file, path }]
  })
  const entries =
    below.length > 0
      ? below
      : visible
          .filter(({ name }) => /\.(?:ya?ml|json|md|markdown)$/i.test(name))
          .filter(({ name }) => !/(?:^|\/)(?:staticman|_config)\.ya?ml$/.test(name))
          .map((file) => ({ file, path: file.name }))
  const folders = new Map<string, Entry[]>()
  for (const entry of entries.sort((one, other) => (one.path < other.path ? -1 : 1)))
    addTo(folders, folderOf(entry.path), entry)
  return folders
}

function addTo<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key)
  if (list) list.push(item)
  else lists.set(key, [item])
}

async function parseEntry(
  { file, path }: Entry,
  options: ReadOptions,
): Promise<Parsed | SourceRecord> {
  const loss = (reason: LossReason, note: string) => lossRecord(reason, file.name, note, [path])
  const bytes = await firstBytes(file.open(), bytesMax + 1)
  if (bytes.length > bytesMax)
    return loss('broken-record', importErrorText('tooLarge', { max: bytesMax / 2 ** 20 }))
  const text = new TextDecoder().decode(bytes)
  if (text.trim() === '') return loss('empty', importErrorText('noComments'))
  const { header, body } = splitPostFile(text.replaceAll(/\r\n?/g, '\n'))
  const fields = parseFields(header || body)
  if (typeof fields === 'string') return loss('broken-record', fields)
  if (header !== '' && contentOf(new Row(fields, '', options)) === '') fields.body = body
  const row = new Row(fields, file.name, options)
  if (contentOf(row) === '' && row.get('name') === undefined)
    return loss('not-a-comment', importErrorText('noComments'))
  return { path, row, id: row.text('_id') || path.replace(/\.[^./]+$/, '') }
}

/** Comments are flat. The YAML parser exhausts the stack at great depth. */
const depthMax = 20

function* tokensOf(text: string): Generator<CST.Token> {
  const parser = new Parser()
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme)
    if (parser.stack.length > depthMax) throw new Error('values are nested too deeply')
  }
  yield* parser.end()
}

/**
 * Parses the fields of a YAML or JSON file: JSON is YAML.
 * @returns the fields, or a description of the error
 */
function parseFields(text: string): Record<string, string> | string {
  const fields: Record<string, string> = {}
  try {
    // The core schema leaves `No` and times as they are.
    const composer = new Composer({ schema: 'core', uniqueKeys: false })
    const [document] = composer.compose(tokensOf(text), true, text.length)
    if (document?.errors[0]) throw document.errors[0]
    const map = isMap(document?.contents) ? document.contents : undefined
    for (const { key, value } of map?.items ?? []) {
      if (!isScalar(key) || !isScalar(value)) continue
      // The source keeps names such as `007`, and also `null`, except in JSON.
      const isNullName = key.value === 'name' && value.source === 'null' && !map?.flow
      if (value.value !== null || isNullName)
        fields[String(key.value)] = value.source ?? String(value.value)
    }
  } catch {
    return importErrorText('damaged')
  }
  return fields
}

const contentOf = (row: Row) => row.first('message', 'comment', 'body', 'content', 'text')

const isPath = (value: string) => /^(?:\/|https?:\/\/)/.test(value)

/** Returns the page that an entry names; undefined if it names none. */
const ownPageOf = ({ row }: Parsed) => row.text('post_id') || [row.text('_parent')].find(isPath)

/**
 * Groups the entries of a folder by page. If all entries that name a page agree, it is the page of
 * the whole folder.
 */
function pagesOf(entries: readonly Parsed[]): Map<string, Parsed[]> {
  const named = new Set(entries.map(ownPageOf).filter((page) => page !== undefined))
  const [only] = named
  const pages = new Map<string, Parsed[]>()
  for (const entry of entries) {
    const folder = named.size === 1 && only !== undefined ? only : folderOf(entry.path)
    const address = ownPageOf(entry) ?? folder
    addTo(pages, address, entry)
  }
  return pages
}

/** Fields that sites use for the parent of a reply: its id, or its position. */
const parentFields = [
  'replying_to_uid',
  'reply_to',
  'parent_id',
  'replyID',
  'replying_to',
  '_parent',
]

const parentsIn = (row: Row) =>
  parentFields
    .map((name) => row.text(name))
    .filter((value) => !['', '0', 'false'].includes(value) && !isPath(value))

/** Returns the id of the parent: positions count the top-level entries of the page from 1. */
function parentOf(row: Row, topLevel: readonly Parsed[], ids: ReadonlySet<string>): string {
  const values = parentsIn(row)
  const byPosition = values
    .filter((value) => /^\d+$/.test(value))
    .map((value) => topLevel[Number(value) - 1]?.id)
  return (
    values.find((value) => ids.has(value)) ??
    byPosition.find((id) => id !== undefined) ??
    values[0] ??
    ''
  )
}

/** Returns the date of an entry, or else the seconds or milliseconds in the name of its file. */
function timeOf({ path, row }: Parsed) {
  const written = row.time('date')
  if (written.date) return written
  const [number] = /(?<!\d)(?:\d{13}|\d{10})(?!\d)/.exec(path.split('/').at(-1) ?? '') ?? []
  const { date } = parseSourceTime(number, row.options.timeZone)
  return { date, losses: date ? (['time-guessed'] satisfies LossReason[]) : [] }
}

function commentOf(
  entry: Parsed,
  pageId: string,
  topLevel: readonly Parsed[],
  ids: ReadonlySet<string>,
): SourceRecord {
  const { row, id } = entry
  return commentRecord(row.place, {
    id,
    parentId: parentOf(row, topLevel, ids),
    pageId,
    // Entries that wait for approval are pull requests, not files.
    status: 'published',
    authorName: row.text('name'),
    authorEmail: row.text('email'),
    authorUrl: row.first('url', 'website', 'link'),
    content: contentOf(row),
    markup: 'markdown',
    createdAt: timeOf(entry),
  })
}
