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
      : readValues(decodeChunks(file.open()), new ElementParser(paths))
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
    else yield* readValues([text], new ElementParser(paths, place))
  }
}

async function* readValues(
  texts: Iterable<string> | AsyncIterable<string>,
  parser: ElementParser,
): AsyncGenerator<JsonElement> {
  for await (const text of texts) {
    for (const line of text.split(/(?<=\n)/)) {
      yield* parser.parse(line)
      if (parser.isBroken) return
    }
  }
  yield* parser.parse()
}

/** Finds the elements at some paths of a text that arrives in lines or parts of lines. */
class ElementParser {
  isBroken = false
  readonly #tokenizer = new Tokenizer()
  readonly #place: string | undefined
  /** The number of containers around an element; the largest of several paths. */
  readonly #elementDepth: number
  readonly #found: JsonElement[] = []
  #list = ''
  /** The number of elements of the list. */
  #count = 0
  #depth = 0
  #line = 1
  #elementLine = 1
  #elementLength = 0

  constructor(paths: string[], place?: string) {
    this.#place = place
    this.#elementDepth = Math.max(...paths.map((path) => path.split('.').length - 1))
    const parser = new TokenParser({ paths, keepStack: false, separator: '' })
    parser.onValue = ({ value, stack }) => this.#add(value, stack.at(-1))
    this.#tokenizer.onToken = (info) => {
      this.#follow(info.token)
      parser.write(info)
    }
  }

  /**
   * Parses a part of a text that has at most one line, or else the end of the text. Returns the
   * elements that it completes, and the damage.
   */
  parse(piece?: string): JsonElement[] {
    const note = this.#faultOf(piece)
    if (note !== undefined) {
      this.isBroken = true
      this.#found.push(lossRecord('broken-record', this.#placeOf(this.#count + 1), note))
    }
    if (piece?.endsWith('\n')) this.#line++
    return this.#found.splice(0)
  }

  #faultOf(piece: string | undefined): string | undefined {
    this.#elementLength += piece?.length ?? 0
    try {
      if (piece === undefined) this.#tokenizer.end()
      else this.#tokenizer.write(piece)
    } catch {
      return importErrorText('damaged')
    }
    if (piece === undefined && this.#depth > 0) return importErrorText('damaged')
    if (this.#elementLength <= elementLengthMax) return undefined
    return importErrorText('tooLarge', { max: elementLengthMax / 2 ** 20 })
  }

  /** Keeps track of the depth and of the start of the current element. */
  #follow(token: TokenType): void {
    if (this.#depth <= this.#elementDepth) {
      this.#elementLine = this.#line
      this.#elementLength = 0
    }
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) this.#depth++
    if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) this.#depth--
    if (this.#depth > jsonDepthMax) throw new Error('the JSON is nested too deeply')
  }

  #add(value: unknown, outer: { key?: unknown; value?: unknown } | undefined): void {
    const list = String(outer?.key ?? '')
    if (list !== this.#list) this.#count = 0
    this.#list = list
    const place = this.#placeOf(++this.#count)
    this.#found.push(
      isFields(value)
        ? { kind: 'fields', list, fields: value, parent: outer?.value, place }
        : lossRecord('broken-record', place, importErrorText('damaged')),
    )
  }

  #placeOf(record: number): string {
    return this.#place ?? (this.#elementLine > 1 ? `line ${this.#elementLine}` : `record ${record}`)
  }
}
