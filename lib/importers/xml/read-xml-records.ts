import { Parser } from 'htmlparser2'
import { importErrorText } from '@/lib/i18n/error-text'
import { parseSourceTime } from '@/lib/importers/comments/source-time'

/** An element of a record. */
type XmlElement = {
  /** Its place in the record, such as `author/name`. */
  path: string
  attributes: Record<string, string>
  /** Its text, including the text of the elements inside it. Lines end with line feeds. */
  text: string
}

/** An element that describes a thing, such as a post or a comment. */
export type XmlRecord = {
  name: string
  attributes: Record<string, string>
  /** The place of its start tag: `line 12`. */
  place: string
  /** The record that contains it. Its elements before this record have been read. */
  parent: XmlRecord | undefined
  elements: XmlElement[]
  /** The approximate length of its elements in UTF-16 units. */
  length: number
  /** The reason why the record is damaged; undefined if it is complete. */
  problem?: string
}

/** The structure of an XML format. */
export type XmlFormat = {
  /** The name of the outermost element. */
  root: string
  /** The names of records, with those that only refer to another record when they are inside it. */
  records: Record<string, readonly string[]>
}

/** The document cannot be read further. The records before this place have been read. */
export class BrokenXml extends Error {
  override name = 'BrokenXml'

  constructor(
    message: string,
    /** The place of the damage: `line 12`. */
    readonly place: string,
    /** False if the document does not contain the format's outermost element. */
    readonly isFormat: boolean,
    /** The innermost record that contains it. */
    readonly record: XmlRecord | undefined,
  ) {
    super(message)
  }
}

/** Returns the first element of a record with a path. */
export const elementOf = ({ elements }: XmlRecord, path: string): XmlElement | undefined =>
  elements.find((element) => element.path === path)

/** Returns the text of an element of a record, without whitespace around it. */
export const textOf = (record: XmlRecord, path: string): string =>
  elementOf(record, path)?.text.trim() ?? ''

/** Returns the time in an element; undefined if it is missing, zero or invalid. */
export const utcTimeOf = (record: XmlRecord, path: string): Date | undefined =>
  parseSourceTime(textOf(record, path), 'UTC').date

/** Maximum length of a record, in UTF-16 units: far longer than any post. */
const recordLengthMax = 8 * 2 ** 20
/** Maximum length of a part that the parser reads at once, such as a CDATA section. */
const sectionLengthMax = 2 * recordLengthMax
/** Maximum depth, larger than that of any export. Metadata of comments is deepest. */
const depthMax = 32
/** Estimated memory of an element without text. */
const elementLength = 100

/**
 * Copies a string. A substring keeps its whole string in memory, here a chunk of the file, as long
 * as a reader keeps the substring.
 */
const copy = (text: string) => Buffer.from(text).toString()

function copyAll(attributes: Record<string, string>): Record<string, string> {
  const entries = Object.entries(attributes)
  return Object.fromEntries(entries.map(([name, value]) => [name, copy(value)]))
}

/** An open element. */
type Open = {
  name: string
  record: XmlRecord | undefined
  /** Undefined for a record, and outside of records. */
  element: XmlElement | undefined
  /** The end of its start tag. */
  end: number
}

/** Adds to the length of a record. Returns false if it is too long. */
function fits(record: XmlRecord, length: number): boolean {
  record.length += length
  if (record.length <= recordLengthMax) return true
  record.problem ??= importErrorText('tooLarge', { max: recordLengthMax / 2 ** 20 })
  return false
}

/**
 * Reads the records of an XML document as a stream, each when it ends, so that memory use is
 * bounded. Accepts control characters and text before the document, and loads nothing else: neither
 * a DTD nor external entities. Entities declared by the document are text, so they can neither
 * expand nor read files.
 * @param texts the document in parts of any length
 * @throws BrokenXml after the records that could be read
 */
export async function* readXmlRecords(
  texts: AsyncIterable<string>,
  { root, records }: XmlFormat,
): AsyncGenerator<XmlRecord> {
  /** Complete records that have not been read yet. */
  const done: XmlRecord[] = []
  const openElements: Open[] = []
  let hasRoot = false
  let line = 1
  /** The line of the last event, and the number of UTF-16 units since then. */
  let eventLine = 1
  let waiting = 0

  const fail = (message: string): never => {
    const record = openElements.at(-1)?.record
    if (record) record.problem ??= message
    throw new BrokenXml(message, `line ${eventLine}`, hasRoot, record)
  }
  const noteEvent = () => {
    waiting = 0
    eventLine = line
  }
  const parser = new Parser(
    { onopentagname: noteEvent, onopentag, ontext, onclosetag },
    { xmlMode: true, decodeEntities: true },
  )
  try {
    for await (const text of texts) {
      for (const part of text.split(/(?<=\n)/)) {
        waiting += part.length
        parser.write(part)
        if (waiting > sectionLengthMax)
          fail(importErrorText('tooLarge', { max: sectionLengthMax / 2 ** 20 }))
        if (part.endsWith('\n')) line++
      }
      yield* done.splice(0)
    }
    if (!hasRoot || openElements.some(({ name }) => name === root)) fail(importErrorText('damaged'))
  } catch (error) {
    yield* done.splice(0)
    throw error
  }

  function onopentag(name: string, attributes: Record<string, string>): void {
    if (openElements.length === depthMax) fail(importErrorText('nesting'))
    if (name === root) hasRoot = true
    const { record: outer, element: above } = openElements.at(-1) ?? {}
    const open = { name, end: parser.endIndex }
    const own = { attributes: copyAll(attributes) }
    if (Object.hasOwn(records, name) && !(outer && records[outer.name]?.includes(name))) {
      const place = `line ${eventLine}`
      const record = { name, ...own, place, parent: outer, elements: [], length: 0 }
      openElements.push({ ...open, record, element: undefined })
      return
    }
    const element = outer && { path: above ? `${above.path}/${name}` : name, ...own, text: '' }
    if (outer && element && fits(outer, elementLength)) outer.elements.push(element)
    openElements.push({ ...open, record: outer, element })
  }

  function ontext(text: string): void {
    noteEvent()
    const record = openElements.at(-1)?.record
    if (!record) return
    for (const open of openElements)
      if (open.record === record && open.element && fits(record, text.length))
        open.element.text += text
  }

  function onclosetag(name: string, isImplied: boolean): void {
    const { record, element, end } = openElements.pop() ?? {}
    if (!record) return
    // The parser reports `<a/>` like an element without an end tag.
    if (isImplied && end !== parser.endIndex) record.problem ??= importErrorText('endTag', { name })
    if (element) element.text = copy(element.text).replaceAll(/\r\n?/g, '\n')
    else done.push(record)
  }
}
