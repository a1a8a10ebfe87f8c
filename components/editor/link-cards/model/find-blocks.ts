import { BlockReader, type LineKind } from './block-reader'

/** A paragraph, list, code block or the like, with its position in the text. */
export type Block = { from: number; to: number }

/**
 * Splits a text into blocks at blank lines. A list may contain blank lines, and so may fenced code.
 * @param lines of the text, without their line breaks, which are one character each
 */
export function findBlocks(lines: Iterable<string>): Block[] {
  const reader = new BlockReader()
  const blocks: Block[] = []
  let last: LineKind = 'blank'
  let afterBlank = true
  let from = 0
  for (const line of lines) {
    const kind = reader.read(line)
    const isBlank = line.trim() === '' && kind !== 'code'
    const block = blocks.at(-1)
    if (!isBlank) {
      const goesOn = block && (!afterBlank || (kind === 'list' && last === 'list'))
      if (goesOn) block.to = from + line.length
      else blocks.push({ from, to: from + line.length })
      last = kind
    }
    afterBlank = isBlank
    from += line.length + 1
  }
  return blocks
}
