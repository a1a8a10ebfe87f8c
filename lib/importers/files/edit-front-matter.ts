import { Document, isMap, isNode, isScalar, isSeq, parseDocument, stringify } from 'yaml'
import { withLineEnds } from './split-post-file'

/** What a key of front matter is set to. */
export type FrontMatterValue = string | boolean | string[]

/** Wide enough that no line is folded, and without the spaces that YAML's writer likes in brackets. */
const style = { lineWidth: 0, blockQuote: false, flowCollectionPadding: false } as const

function write(value: FrontMatterValue, indent: string | undefined): string {
  if (!Array.isArray(value)) return stringify(value, style).trimEnd()
  if (indent !== undefined && value.length > 0)
    return value.map((item) => `- ${stringify(item, style).trimEnd()}`).join(`\n${indent}`)
  const document = new Document(value)
  if (isSeq(document.contents)) document.contents.flow = true
  return document.toString(style).trimEnd()
}

/** Where a value stands in the text; one that is missing has its place behind the colon. */
function placeOf(value: unknown, header: string): { start: number; end: number } | undefined {
  if (!isNode(value) || !value.range) return undefined
  const [start, end] = value.range
  // A block ends with its last line, and not with the blank ones beneath it.
  return { start, end: start + header.slice(start, end).trimEnd().length }
}

/**
 * Sets keys of a post's front matter and leaves every other byte as it is: order, comments, quotes, unknown keys. What
 * is changed is cut out of the text where YAML's parser found it, for its writer would lay out anew all the rest.
 *
 * @param header the YAML, with the end of its last line
 * @returns undefined where the text has no such places (all in one line of braces, say)
 */
export function editFrontMatter(
  header: string,
  changes: Record<string, FrontMatterValue>,
  lineEnd: '\n' | '\r\n',
): string | undefined {
  const { contents } = parseDocument(header, { logLevel: 'error' })
  if (contents !== null && (!isMap(contents) || contents.flow)) return undefined
  let edited = header === '' || header.endsWith('\n') ? header : `${header}${lineEnd}`
  const missing = new Map(Object.entries(changes))
  // From the last to the first, so that the places of those before stay where they are.
  for (const { key, value } of [...(contents?.items ?? [])].reverse()) {
    const name = isScalar(key) ? String(key.value) : ''
    const wanted = missing.get(name)
    if (wanted === undefined) continue
    missing.delete(name)
    const place = placeOf(value, header)
    if (!place) return undefined
    const before = edited.slice(0, place.start)
    const indent = /^-\s/.test(header.slice(place.start, place.end))
      ? (/(?<![ \t])[ \t]*$/.exec(before)?.[0] ?? '')
      : undefined
    edited =
      before +
      (before.endsWith(':') ? ' ' : '') +
      withLineEnds(write(wanted, indent), lineEnd) +
      edited.slice(place.end)
  }
  for (const [name, value] of missing) edited += `${name}: ${write(value, undefined)}${lineEnd}`
  return edited
}
