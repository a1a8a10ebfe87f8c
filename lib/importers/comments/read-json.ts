import { JSONParser, TokenType } from '@streamparser/json'
import { type Fields, isFields, type LossRecord, lossRecord, Row } from './source-fields'
import { NotAnExport, type ReadOptions, type SourceFile, type SourceRecord } from './source-record'
import { decodeChunks, firstBytes, parseJson, readLines } from './source-text'

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
const depthMax = 100

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
  const bytes = await firstBytes(file.open(), startLengthMax)
  const start = new TextDecoder().decode(bytes).trimStart()
  if (!/^[[{#]/.test(start))
    throw new NotAnExport(
      start === '' ? 'the file is empty: export it again' : 'the file is not JSON: export it again',
    )
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
  if (isEmpty)
    throw new NotAnExport('the file has no comments where its format stores them: export it again')
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
 * Creates a parser of JSON values that follow each other.
 * @param paths the paths of the values that it emits; all by default
 * @param onToken receives the depth before each token
 * @returns a parser whose methods throw for invalid or too deeply nested JSON
 */
export function newJsonParser(paths?: string[], onToken?: (depth: number) => void): JSONParser {
  const parser = new JSONParser({ separator: '', ...(paths && { paths, keepStack: false }) })
  let depth = 0
  parser.onToken = ({ token }) => {
    onToken?.(depth)
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) depth++
    if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) depth--
    if (depth > depthMax) throw new Error('the JSON is nested too deeply')
  }
  return parser
}

/**
 * Yields the elements at some paths of a text, up to where it breaks.
 * @param place the place of all elements, by default their lines or numbers
 */
async function* readValues(
  texts: Iterable<string> | AsyncIterable<string>,
  paths: string[],
  place?: string,
): AsyncGenerator<JsonElement> {
  /** The largest number of containers around an element. */
  const elementDepth = Math.max(...paths.map((path) => path.split('.').length - 1))
  const found: JsonElement[] = []
  let list = ''
  let count = 0
  let line = 1
  // The first line and the length of the current element.
  let start = 1
  let length = 0
  const placeOf = (record: number) => place ?? (start > 1 ? `line ${start}` : `record ${record}`)
  const parser = newJsonParser(paths, (depth) => {
    if (depth > elementDepth) return
    start = line
    length = 0
  })
  parser.onValue = ({ value, stack }) => {
    const outer = stack.at(-1)
    const name = String(outer?.key ?? '')
    count = name === list ? count + 1 : 1
    list = name
    found.push(
      isFields(value)
        ? { kind: 'fields', list, fields: value, parent: outer?.value, place: placeOf(count) }
        : lossRecord('broken-record', placeOf(count), 'not an object'),
    )
  }
  let problem: string | undefined
  const attempt = (parse: () => void, failure: string) => {
    try {
      parse()
    } catch {
      problem = failure
    }
  }
  for await (const piece of linePartsOf(texts)) {
    length += piece.length
    attempt(() => parser.write(piece), 'invalid JSON')
    if (length > elementLengthMax) problem ??= 'too long'
    yield* found.splice(0)
    if (problem !== undefined) break
    if (piece.endsWith('\n')) line++
  }
  if (problem === undefined) attempt(() => parser.end(), 'ends early')
  yield* found
  if (problem !== undefined) yield lossRecord('broken-record', placeOf(count + 1), problem)
}

async function* linePartsOf(
  texts: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<string> {
  for await (const text of texts) yield* text.split(/(?<=\n)/)
}
