import { isolateHistory } from '@codemirror/commands'
import { MapMode, Prec } from '@codemirror/state'
import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { readPasteContext } from '@/components/editor/link-cards/model/paste-context'
import { type PastePlan, planPaste } from '@/components/editor/link-cards/model/plan-paste'
import { cardsField, selectedCard, setShown } from './shown-field'

/** Delay in milliseconds before a pasted URL becomes a card. */
const linkSeenMs = 32

/** Handles pasted URLs: inserts them as text, and shows them as cards in a second step. */
class LinkPaste {
  withShift = false
  private waiting: number[] = []
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly view: EditorView) {}

  update({ changes, docChanged, transactions }: ViewUpdate): void {
    if (docChanged)
      this.waiting = this.waiting.flatMap(
        (position) => changes.mapPos(position, 1, MapMode.TrackAfter) ?? [],
      )
    if (transactions.some((transaction) => transaction.isUserEvent('undo'))) this.waiting = []
  }

  destroy(): void {
    clearTimeout(this.timer)
  }

  paste(text: string): boolean {
    const { state } = this.view
    if (state.readOnly || state.selection.ranges.length > 1) return false
    const { from, to } = state.selection.main
    const [line, end] = [state.doc.lineAt(from), state.doc.lineAt(to).to]
    const selected = state.sliceDoc(from, to)
    const place = {
      before: state.doc.iterLines(1, line.number),
      line: line.text,
      column: from - line.from,
      selected,
    }
    const context = selectedCard(state) ? 'empty-line' : readPasteContext(place)
    const sides = {
      before: state.sliceDoc(line.from - 1_000, line.from),
      after: state.sliceDoc(end, end + 1_000),
    }
    const plan = planPaste({ text, withShift: this.withShift, context, selected, ...sides })
    if (plan.kind === 'plain') return false
    if (plan.kind === 'cards') this.insertCards(plan, line.from, end)
    else
      this.view.dispatch(state.replaceSelection(plan.insert), {
        userEvent: 'input.paste',
        scrollIntoView: true,
      })
    return true
  }

  private insertCards(
    { insert, cards, cursor }: PastePlan & { kind: 'cards' },
    from: number,
    to: number,
  ): void {
    this.view.dispatch({
      changes: { from, to, insert },
      selection: { anchor: from + cursor },
      annotations: isolateHistory.of('full'),
      userEvent: 'input.paste',
      scrollIntoView: true,
    })
    this.waiting.push(...cards.map((card) => from + card.from))
    this.showSoon()
  }

  private showSoon(): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => {
      // Does not redraw during an input method composition.
      if (this.view.composing) return this.showSoon()
      const { lines } = this.view.state.field(cardsField)
      const known = new Set(lines.map((line) => line.from))
      const show = this.waiting.filter((position) => known.has(position))
      this.waiting = []
      if (show.length === 0) return
      // A card is higher than its line, so this keeps the cursor below it in view.
      this.view.dispatch({
        effects: setShown.of({ show, hide: [] }),
        annotations: isolateHistory.of('full'),
        scrollIntoView: true,
      })
    }, linkSeenMs)
  }
}

/** Handles pastes of URLs, and leaves other pastes to the next handler. */
export const pasteLinks = Prec.high(
  ViewPlugin.fromClass(LinkPaste, {
    eventHandlers: {
      keydown(event) {
        // Shift+Insert is an ordinary paste.
        this.withShift = event.shiftKey && event.key !== 'Insert'
      },
      keyup(event) {
        if (event.key === 'Shift') this.withShift = false
      },
      paste(event) {
        const text =
          event.clipboardData?.getData('text/plain') ||
          event.clipboardData?.getData('text/uri-list') ||
          ''
        const isTaken = text !== '' && this.paste(text)
        if (isTaken) event.preventDefault()
        return isTaken
      },
    },
  }),
)
