import { writeCardLine, writeDestination } from '@/lib/markdown/card-line'
import type { PasteContext } from './paste-context'
import { readPastedUrls } from './read-pasted-urls'

/**
 * What a paste does. `plain`: what it would do without us. `text`: these words, instead of those on the clipboard.
 * `cards`: these lines, each a step of the history of its own: first as text, then shown as cards.
 */
export type PastePlan =
  | { kind: 'plain' }
  | { kind: 'text'; insert: string }
  | { kind: 'cards'; insert: string; cards: { from: number; to: number }[]; cursor: number }

type Paste = {
  text: string
  /** Whether it was asked for as plain text. */
  withShift: boolean
  context: PasteContext
  selected: string
  /** The text on either side of what is replaced; a few characters are enough. */
  before: string
  after: string
}

const plain: PastePlan = { kind: 'plain' }

/** Decides what becomes of a pasted text; where it is not addresses alone, nothing but what always does. */
export function planPaste({ text, withShift, context, selected, before, after }: Paste): PastePlan {
  const urls = readPastedUrls(text)
  const [url] = urls
  if (url === undefined) return plain
  if (context === 'empty-line' && !withShift) return planCards(urls, before, after)
  if (context === 'selection' && !withShift && urls.length === 1 && canBeLinked(selected)) {
    return { kind: 'text', insert: `[${escapeBrackets(selected)}](${writeDestination(url)})` }
  }
  // Within a line an address is text, but whole: without what nobody sees.
  return urls.length === 1 && context !== 'code' ? { kind: 'text', insert: url } : plain
}

/**
 * Each on a line of its own between blank ones, for only such a line is a card. The cursor comes to stand beneath them, so
 * that one can write on.
 */
function planCards(urls: readonly string[], before: string, after: string): PastePlan {
  let insert =
    before.trim() === '' ? '' : '\n'.repeat(Math.max(0, 2 - countBreaks(/(?<!\n)\n*$/, before)))
  const cards: { from: number; to: number }[] = []
  for (const [index, url] of urls.entries()) {
    if (index > 0) insert += '\n\n'
    const line = writeCardLine({ url, image: true })
    cards.push({ from: insert.length, to: insert.length + line.length })
    insert += line
  }
  const end = insert.length
  insert += '\n'.repeat(Math.max(0, 2 - countBreaks(/^\n*/, after)))
  const endsText = after.trim() === ''
  return { kind: 'cards', insert, cards, cursor: end + (endsText ? 2 : 1) }
}

/** Line breaks at one end of a text; its beginning counts as a blank line. */
function countBreaks(pattern: RegExp, text: string): number {
  return pattern.exec(text)?.[0].length ?? 0
}

/** A link holds no other, and no blank line. */
function canBeLinked(selected: string): boolean {
  return (
    selected.trim() !== '' && !selected.includes('\n') && !/\]\(|\]\[|https?:\/\//i.test(selected)
  )
}

function escapeBrackets(text: string): string {
  const isBalanced =
    [...text.matchAll(/[[\]]/g)].reduce(
      (depth, [mark]) => (depth < 0 ? depth : depth + (mark === '[' ? 1 : -1)),
      0,
    ) === 0
  return isBalanced ? text : text.replace(/\\?([[\]])/g, '\\$1')
}
