import { Document, isMap, isNode, isScalar, isSeq, parseDocument, stringify } from 'yaml'
import { withLineEnds } from './split-post-file'

/** The new value of a key in front matter. */
export type FrontMatterValue = string | boolean | string[]

/** Avoids folded lines and padding in brackets. */
const style = { lineWidth: 0, blockQuote: false, flowCollectionPadding: false } as const

function write(value: FrontMatterValue, indent: string | undefined): string {
  if (!Array.isArray(value)) return stringify(value, style).trimEnd()
  if (indent !== undefined && value.length > 0)
    return value.map((item) => `- ${stringify(item, style).trimEnd()}`).join(`\n${indent}`)
  const document = new Document(value)
  if (isSeq(document.contents)) document.contents.flow = true
  return document.toString(style).trimEnd()
}

/** Returns the range of a value in the text; an empty value is located after the colon. */
function rangeOf(value: unknown, header: string): { start: number; end: number } | undefined {
  if (!isNode(value) || !value.range) return undefined
  const [start, end] = value.range
  // Exclude blank lines after a block.
  return { start, end: start + header.slice(start, end).trimEnd().length }
}

/**
 * Sets keys of front matter and leaves every other byte unchanged: order, comments, quotes, unknown
 * keys. It replaces values at the positions that the YAML parser reports, since the YAML writer
 * would reformat everything.
 * @param header the YAML, including the final line end
 * @returns undefined if the text has no such positions, as in a one-line flow mapping
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
  // From last to first, so that earlier positions stay valid.
  for (const { key, value } of [...(contents?.items ?? [])].reverse()) {
    const name = isScalar(key) ? String(key.value) : ''
    const wanted = missing.get(name)
    if (wanted === undefined) continue
    missing.delete(name)
    const place = rangeOf(value, header)
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
