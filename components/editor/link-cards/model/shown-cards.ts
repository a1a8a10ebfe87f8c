import type { CardLine } from './find-card-lines'

/**
 * The lines that an editor shows as cards: the start of each, in order. Not all possible cards are
 * shown: undo shows a card as text again, and a line that is being typed is not a card yet.
 */
export type ShownCards = ReadonlySet<number>

/** An undo step besides text changes: lines that become cards, and cards that become lines. */
export type ShowStep = { show: readonly number[]; hide: readonly number[] }

type Change = {
  before: { lines: readonly CardLine[]; shown: ShownCards }
  /** The lines that are cards on the page after the change. */
  lines: readonly CardLine[]
  /** Maps the start of a line to its start after the change; undefined if it was deleted. */
  mapPosition: (position: number) => number | undefined
  /** True for user input and undo. A newly typed line becomes a card by a step only. */
  isByHand: boolean
  step: ShowStep
}

/** Computes which lines are shown as cards after a change of the text, a step, or both. */
export function nextShown({ before, lines, mapPosition, isByHand, step }: Change): ShownCards {
  const known = new Set<number>()
  const kept = new Set(step.show)
  for (const { from } of before.lines) {
    const position = mapPosition(from)
    if (position === undefined) continue
    known.add(position)
    if (before.shown.has(from)) kept.add(position)
  }
  const hidden = new Set(step.hide)
  const shown = lines.filter(
    ({ from }) => !hidden.has(from) && (kept.has(from) || !(isByHand || known.has(from))),
  )
  return new Set(shown.map(({ from }) => from))
}

/**
 * Inverts the step of a change, in positions before the change.
 * @returns undefined if there is nothing to undo
 */
export function invertShown(
  { before, mapPosition }: Pick<Change, 'before' | 'mapPosition'>,
  after: ShownCards,
): ShowStep | undefined {
  const show: number[] = []
  const hide: number[] = []
  for (const { from } of before.lines) {
    const position = mapPosition(from)
    const isShown = position !== undefined && after.has(position)
    if (before.shown.has(from) && !isShown) show.push(from)
    if (!before.shown.has(from) && isShown) hide.push(from)
  }
  return show.length + hide.length > 0 ? { show, hide } : undefined
}
