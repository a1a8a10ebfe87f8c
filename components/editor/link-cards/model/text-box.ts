import { type CardLine, findCardLines } from './find-card-lines'
import { invertShown, nextShown, type ShownCards, type ShowStep } from './shown-cards'

type Replacement = { from: number; to: number; insert: string }
type Entry = { change: Replacement; step: ShowStep }

const nothing: Replacement = { from: 0, to: 0, insert: '' }
const noStep: ShowStep = { show: [], hide: [] }

/**
 * A minimal editor on top of this folder: a text, its cards and a history. The tests of the history
 * use it. It shows what another editor would have to implement.
 */
export class TextBox {
  lines: readonly CardLine[] = []
  shown: ShownCards = new Set()
  private past: Entry[] = []
  private future: Entry[] = []

  constructor(public text = '') {
    this.lines = findCardLines(text.split('\n'))
    this.shown = new Set(this.lines.map(({ from }) => from))
  }

  /** The URLs that are shown as cards. */
  get cards(): string[] {
    return this.lines.filter(({ from }) => this.shown.has(from)).map(({ card }) => card.url)
  }

  /** Applies an undoable step: a change of the text, of the cards, or both. */
  change(change: Partial<Replacement>, step: ShowStep = noStep): void {
    this.past.push(this.apply({ ...nothing, ...change }, step))
    this.future = []
  }

  undo(): boolean {
    return this.go(this.past, this.future)
  }

  redo(): boolean {
    return this.go(this.future, this.past)
  }

  private go(from: Entry[], to: Entry[]): boolean {
    const entry = from.pop()
    if (entry) to.push(this.apply(entry.change, entry.step))
    return entry !== undefined
  }

  private apply({ from, to, insert }: Replacement, step: ShowStep): Entry {
    const before = { lines: this.lines, shown: this.shown }
    const mapPosition = (position: number) => {
      if (position < from) return position
      return position >= to ? position + insert.length - (to - from) : undefined
    }
    const inverse = { from, to: from + insert.length, insert: this.text.slice(from, to) }
    this.text = this.text.slice(0, from) + insert + this.text.slice(to)
    this.lines = findCardLines(this.text.split('\n'))
    this.shown = nextShown({ before, lines: this.lines, mapPosition, isByHand: true, step })
    return { change: inverse, step: invertShown({ before, mapPosition }, this.shown) ?? noStep }
  }
}
