import { isolateHistory } from '@codemirror/commands'
import { ensureSyntaxTree } from '@codemirror/language'
import { type EditorState, type Extension, Prec } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { nodesAround } from '@/components/editor/markdown/writing-commands'
import { writeCardLine, writeDestination } from '@/lib/markdown/card-line'
import { cardsField, selectedCard, setShown } from './card-field'
import { readPastedUrls } from './read-pasted-urls'

/**
 * Decides how to insert pasted URLs: as cards on an empty line, as a link on selected text,
 * otherwise as text.
 * @param withShift whether it was pasted as plain text
 * @returns the range to replace and the text, with the starts of its cards and the cursor in the
 *   new text; undefined for the default behaviour of the editor
 */
export function planPaste(state: EditorState, text: string, withShift: boolean) {
  const urls = readPastedUrls(text)
  const [url] = urls
  if (url === undefined) return undefined
  const { from, to } = state.selection.main
  const start = state.doc.lineAt(from).from
  const end = state.doc.lineAt(to).to
  const selected = state.sliceDoc(from, to)
  const kind = kindOfPlace(state, from, to)
  const isWhole = state.sliceDoc(start, from).trim() === '' && state.sliceDoc(to, end).trim() === ''
  const isReplaceable =
    selected === '' || readPastedUrls(selected).length === 1 || selectedCard(state) !== undefined
  if (isWhole && isReplaceable && kind === 'text' && !withShift)
    return planCards(state, urls, start, end)
  // Pasting several URLs elsewhere is ordinary text.
  if (urls.length > 1 || kind === 'code') return undefined
  const isLink = !isReplaceable && canBeLinked(selected) && !withShift
  // Within a line, a URL is inserted as text, without invisible characters.
  const insert = isLink
    ? `[${selected.replace(/\\?([[\]])/g, '\\$1')}](${writeDestination(url)})`
    : url
  return { from, to, insert, cards: [], cursor: from + insert.length }
}

/** Returns the kind of block that text inserted in place of a range would be in. */
function kindOfPlace(state: EditorState, from: number, to: number): 'code' | 'list' | 'text' {
  const trial = state.update({ changes: { from, to, insert: 'x' }, filter: false }).state
  const tree = ensureSyntaxTree(trial, trial.doc.lineAt(from).to)
  const names = tree ? nodesAround(tree, from, 1).map(({ name }) => name) : []
  if (names.some((name) => /^(?:FencedCode|InlineCode|\w+Block)$/.test(name))) return 'code'
  return names.includes('ListItem') ? 'list' : 'text'
}

/** Puts each URL on its own line between blank ones, and the cursor below. */
function planCards(state: EditorState, urls: readonly string[], from: number, to: number) {
  const before = state.sliceDoc(from - 1_000, from)
  const after = state.sliceDoc(to, to + 1_000)
  const missing = (breaks: RegExp, text: string) =>
    '\n'.repeat(Math.max(0, 2 - (breaks.exec(text)?.[0].length ?? 0)))
  let insert = before.trim() === '' ? '' : missing(/(?<!\n)\n*$/, before)
  const cards: number[] = []
  for (const [index, url] of urls.entries()) {
    if (index > 0) insert += '\n\n'
    cards.push(from + insert.length)
    insert += writeCardLine({ url, image: true })
  }
  const cursor = from + insert.length + (after.trim() === '' ? 2 : 1)
  return { from, to, insert: insert + missing(/^\n*/, after), cards, cursor }
}

/** Returns whether text can be a link: links must not contain links or blank lines. */
function canBeLinked(selected: string): boolean {
  return (
    selected.trim() !== '' && !selected.includes('\n') && !/\]\(|\]\[|https?:\/\//i.test(selected)
  )
}

/** Inserts pasted URLs as text, and shows them as cards in a second, undoable step. */
function pasteUrls(view: EditorView, text: string, withShift: boolean): boolean {
  const plan = view.state.selection.ranges.length === 1 && planPaste(view.state, text, withShift)
  if (!plan) return false
  const { from, to, insert, cards, cursor } = plan
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: cursor },
    ...(cards.length > 0 && { annotations: isolateHistory.of('full') }),
    userEvent: 'input.paste',
    scrollIntoView: true,
  })
  const known = new Set(view.state.field(cardsField).lines.map((line) => line.from))
  const shown = cards.filter((card) => known.has(card))
  if (shown.length > 0)
    view.dispatch({
      effects: shown.map((card) => setShown.of({ from: card, isShown: true })),
      annotations: isolateHistory.of('full'),
      // A card is higher than its line, so this keeps the cursor below it in view.
      scrollIntoView: true,
    })
  return true
}

/** Handles pastes of URLs, and leaves other pastes to the next handler. */
export function pasteLinks(): Extension {
  let withShift = false
  return Prec.high(
    EditorView.domEventHandlers({
      keydown: ({ key, shiftKey }) => {
        // Shift+Insert is an ordinary paste.
        withShift = shiftKey && key !== 'Insert'
      },
      keyup: ({ key }) => {
        if (key === 'Shift') withShift = false
      },
      paste: (event, view) => {
        const { clipboardData } = event
        const text =
          clipboardData?.getData('text/plain') || clipboardData?.getData('text/uri-list') || ''
        const isPasted = pasteUrls(view, text, withShift)
        if (isPasted) event.preventDefault()
        return isPasted
      },
    }),
  )
}
