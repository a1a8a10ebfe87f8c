import { writeCardLine, writeDestination } from '@/lib/markdown/card-line'
import type { PasteContext } from './paste-context'
import { readPastedUrls } from './read-pasted-urls'

/**
 * The effect of a paste. `plain`: the default behaviour of the editor. `text`: inserts this text
 * instead of the clipboard.
 * `cards`: inserts these lines in two undo steps, first as text and then as cards.
 */
export type PastePlan =
  | { kind: 'plain' }
  | { kind: 'text'; insert: string }
  | { kind: 'cards'; insert: string; cards: { from: number; to: number }[]; cursor: number }

type Paste = {
  text: string
  /** True if it was pasted as plain text. */
  withShift: boolean
  context: PasteContext
  selected: string
  /** The text on either side of the replaced range; a few characters are enough. */
  before: string
  after: string
}

const plain: PastePlan = { kind: 'plain' }

/** Decides how to insert pasted text. Text other than URLs is pasted as usual. */
export function planPaste({ text, withShift, context, selected, before, after }: Paste): PastePlan {
  const urls = readPastedUrls(text)
  const [url] = urls
  if (url === undefined) return plain
  if (context === 'empty-line' && !withShift) return planCards(urls, before, after)
  if (context === 'selection' && !withShift && urls.length === 1 && canBeLinked(selected)) {
    return { kind: 'text', insert: `[${escapeBrackets(selected)}](${writeDestination(url)})` }
  }
  // Within a line, a URL is inserted as text, without invisible characters.
  return urls.length === 1 && context !== 'code' ? { kind: 'text', insert: url } : plain
}

/**
 * Puts each URL on its own line between blank ones, because only such a line is a card. Places the
 * cursor below, to continue typing.
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

/**
 * Counts the line breaks at one end of a text. The beginning of the document counts as a blank
 * line.
 */
function countBreaks(pattern: RegExp, text: string): number {
  return pattern.exec(text)?.[0].length ?? 0
}

/** Returns whether text can be a link: links must not contain links or blank lines. */
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
