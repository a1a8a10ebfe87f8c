import { isolateHistory } from '@codemirror/commands'
import { MapMode } from '@codemirror/state'
import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { cardsField, setShown } from '@/components/editor/link-cards/card-field'
import { planPaste } from './plan-paste'

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
    const plan = planPaste(state, text, this.withShift)
    if (!plan) return false
    const { from, to, insert, cards, cursor } = plan
    this.view.dispatch({
      changes: { from, to, insert },
      selection: { anchor: cursor },
      ...(cards.length > 0 && { annotations: isolateHistory.of('full') }),
      userEvent: 'input.paste',
      scrollIntoView: true,
    })
    this.waiting.push(...cards)
    this.showSoon()
    return true
  }

  private showSoon(): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => {
      // Does not redraw during an input method composition.
      if (this.view.composing) return this.showSoon()
      const known = new Set(this.view.state.field(cardsField).lines.map(({ from }) => from))
      const effects = this.waiting
        .filter((from) => known.has(from))
        .map((from) => setShown.of({ from, isShown: true }))
      this.waiting = []
      if (effects.length === 0) return
      // A card is higher than its line, so this keeps the cursor below it in view.
      this.view.dispatch({
        effects,
        annotations: isolateHistory.of('full'),
        scrollIntoView: true,
      })
    }, linkSeenMs)
  }
}

/** Handles pastes of URLs, and leaves other pastes to the next handler. */
export const pasteLinks = ViewPlugin.fromClass(LinkPaste, {
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
})
