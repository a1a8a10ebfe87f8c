import { Tokenizer, TokenParser, TokenType } from '@streamparser/json'
import { importErrorText } from '@/lib/i18n/error-text'
import { type Fields, isFields, type LossRecord, lossRecord, Row } from './source-fields'
import { NotAnExport, type ReadOptions, type SourceFile, type SourceRecord } from './source-record'
import { decodeChunks, parseJson, readLines, readStart } from './source-text'

/** An object of a JSON file, or a part of the file that cannot be read. */
export type JsonElement =
  | {
      kind: 'fields'
      /** The name of the list that contains it; empty at the top level. */
      list: string
      fields: Fields
      /** The object that contains the list, as far as it is known; undefined at the top level. */
      parent?: unknown
      /** `line 12`, or `record 12` if all records are in the first line. */
      place: string
    }
  | LossRecord

/** Bytes at the start of a file that determine how to read it. */
const startLengthMax = 2 ** 20
/** Longest element, in UTF-16 units. Comments with embedded images can have megabytes. */
const elementLengthMax = 64 * 2 ** 20
/** Deepest nesting. The parser's time for each value grows with the depth. */
export const jsonDepthMax = 100

/** Returns the paths of records in one list, or of consecutive records. */
export const recordPaths = (start: string): string[] => [start.startsWith('[') ? '$.*' : '$']

/**
 * Reads the records of a JSON file.
 * @param convert returns the records for an object in a list
 */
export async function* readJsonRows(
  file: SourceFile,
  pathsOf: (start: string) => string[],
  options: ReadOptions,
  convert: (row: Row, list: string) => SourceRecord[],
): AsyncGenerator<SourceRecord> {
  for await (const element of readJson(file, pathsOf)) {
    if (element.kind === 'loss') yield element
    else yield* convert(new Row(element.fields, element.place, options), element.list)
  }
}

/**
 * Reads the objects at some paths of a JSON file as a stream: one document, values that follow each
 * other, or JSON Lines. A damaged document is read up to the damage. In JSON Lines, only the
 * damaged line is skipped.
 * @param pathsOf returns paths such as `$.comments.*` for the start of the file; `$` is a value at
 * the top level
 * @throws NotAnExport if the file is not JSON, or has nothing at these paths
 */
export async function* readJson(
  file: SourceFile,
  pathsOf: (start: string) => string[],
): AsyncGenerator<JsonElement> {
  const start = await readStart(file, startLengthMax)
  if (!/^[[{#]/.test(start))
    throw new NotAnExport(importErrorText(start === '' ? 'noComments' : 'unsupported'))
  const paths = pathsOf(start)
  const elements =
    paths.includes('$') && isJsonLines(start)
      ? readJsonLines(file, paths)
      : readValues(decodeChunks(file.open()), paths)
  let isEmpty = true
  for await (const element of elements) {
    isEmpty = false
    yield element
  }
  if (isEmpty) throw new NotAnExport(importErrorText('noComments'))
}

/**
 * Returns true if each line is a separate value. The first line may be damaged, or the header of
 * LeanCloud's exports (`#filetype:JSON-streaming`).
 */
function isJsonLines(start: string): boolean {
  if (start.startsWith('#')) return true
  const lines = start.split('\n').filter((line) => line.trim() !== '')
  const [first, second, third] = lines.slice(0, 3).map((line) => isFields(parseJson(line)))
  return Boolean(first || (second && third))
}

async function* readJsonLines(file: SourceFile, paths: string[]): AsyncGenerator<JsonElement> {
  for await (const { number, text } of readLines(file.open())) {
    if (text.trim() === '' || (number === 1 && text.startsWith('#'))) continue
    const place = `line ${number}`
    const fields = parseJson(text)
    if (isFields(fields)) yield { kind: 'fields', list: '', fields, place }
    // A line may contain several values.
    else yield* readValues([text], paths, place)
  }
}

/**
 * Reads the elements at some paths of a text, up to any damage.
 * @param place the place of all elements, if it is known
 */
async function* readValues(
  texts: Iterable<string> | AsyncIterable<string>,
  paths: string[],
  place?: string,
): AsyncGenerator<JsonElement> {
  /** The number of containers around an element; the largest of several paths. */
  const elementDepth = Math.max(...paths.map((path) => path.split('.').length - 1))
  const found: JsonElement[] = []
  let list = ''
  /** The number of elements of the list. */
  let count = 0
  let depth = 0
  let line = 1
  let elementLine = 1
  let elementLength = 0
  const placeOf = (record: number) =>
    place ?? (elementLine > 1 ? `line ${elementLine}` : `record ${record}`)

  const parser = new TokenParser({ paths, keepStack: false, separator: '' })
  parser.onValue = ({ value, stack }) => {
    const outer = stack.at(-1)
    const name = String(outer?.key ?? '')
    count = name === list ? count + 1 : 1
    list = name
    found.push(
      isFields(value)
        ? { kind: 'fields', list, fields: value, parent: outer?.value, place: placeOf(count) }
        : lossRecord('broken-record', placeOf(count), importErrorText('damaged')),
    )
  }
  const tokenizer = new Tokenizer()
  tokenizer.onToken = (info) => {
    if (depth <= elementDepth) {
      elementLine = line
      elementLength = 0
    }
    if (info.token === TokenType.LEFT_BRACE || info.token === TokenType.LEFT_BRACKET) depth++
    if (info.token === TokenType.RIGHT_BRACE || info.token === TokenType.RIGHT_BRACKET) depth--
    if (depth > jsonDepthMax) throw new Error('the JSON is nested too deeply')
    parser.write(info)
  }
  /** Parses a piece, or else the end of the text. Returns a description of the damage. */
  const parse = (piece?: string): string | undefined => {
    try {
      if (piece === undefined) tokenizer.end()
      else tokenizer.write(piece)
    } catch {
      return importErrorText('damaged')
    }
    if (piece === undefined && depth > 0) return importErrorText('damaged')
    if (elementLength <= elementLengthMax) return undefined
    return importErrorText('tooLarge', { max: elementLengthMax / 2 ** 20 })
  }

  // The tokenizer reports no lines, so it gets parts of at most one line.
  for await (const text of texts) {
    for (const piece of text.split(/(?<=\n)/)) {
      elementLength += piece.length
      const error = parse(piece)
      yield* found.splice(0)
      if (error !== undefined) return yield lossRecord('broken-record', placeOf(count + 1), error)
      if (piece.endsWith('\n')) line++
    }
  }
  const error = parse()
  yield* found.splice(0)
  if (error !== undefined) yield lossRecord('broken-record', placeOf(count + 1), error)
}
