import { BlockReader, type LineKind } from './block-reader'

/** A paragraph, a list, a piece of code or the like, and where it stands in its text. */
export type Block = { from: number; to: number }

/**
 * The blocks of a text: what blank lines part. A list stays one across them, and so does code between its fences.
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
