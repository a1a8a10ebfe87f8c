import { BlockReader } from './block-reader'
import { readPastedUrls } from './read-pasted-urls'

/** The kind of place where text is pasted. */
export type PasteContext = 'empty-line' | 'selection' | 'list' | 'code' | 'within-line'

type Place = {
  /** The lines above the first selected line. */
  before: Iterable<string>
  /** The first selected line. */
  line: string
  /** Number of characters of that line before the selection. */
  column: number
  /** The selected text; `""` for a cursor. */
  selected: string
}

/** Determines the context of a paste. A completely selected line counts as empty if it is a URL. */
export function readPasteContext({ before, line, column, selected }: Place): PasteContext {
  const reader = new BlockReader()
  for (const one of before) reader.read(one)
  const kind = reader.kindOfNext(line)
  if (kind === 'code' || isInInlineCode(line, column)) return 'code'
  const isAddress = selected !== '' && readPastedUrls(selected).length === 1
  const isWhole = line.slice(0, column).trim() === '' && line.trim() === selected.trim()
  if (selected !== '' && !isAddress) return 'selection'
  if (isWhole && kind !== 'list') return 'empty-line'
  return kind === 'list' ? 'list' : 'within-line'
}

/**
 * Returns whether a column is in inline code (CommonMark 0.31, 6.1), even if it is not closed yet.
 */
function isInInlineCode(line: string, column: number): boolean {
  let open = 0
  for (const { 0: run, index } of line.matchAll(/\\`|`+/g)) {
    if (index >= column) return open > 0
    if (run.startsWith('\\') && open === 0) continue
    const length = run.replace('\\', '').length
    if (open === 0) open = length
    else if (open === length) open = 0
  }
  return open > 0
}
