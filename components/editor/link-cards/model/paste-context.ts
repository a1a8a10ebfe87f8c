import { BlockReader } from './block-reader'
import { readPastedUrls } from './read-pasted-urls'

/** Where something is pasted. */
export type PasteContext = 'empty-line' | 'selection' | 'list' | 'code' | 'within-line'

type Place = {
  /** The lines above the one in which the selection begins. */
  before: Iterable<string>
  /** The line in which it begins. */
  line: string
  /** Characters of that line before the selection. */
  column: number
  /** What is selected; `""` where there is only a cursor. */
  selected: string
}

/** Says where a paste would go. A line of which all is selected counts as empty where it is an address itself. */
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

/** Whether a column stands after a run of backticks that is closed later, or not yet (CommonMark 0.31, 6.1). */
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
