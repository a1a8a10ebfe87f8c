import type { CardLine } from './find-card-lines'

/**
 * Which lines of a text an editor draws as cards: where each begins, in their order. Not all that could be: a line is
 * text again once its card is undone, and one that is being typed is none yet.
 */
export type ShownCards = ReadonlySet<number>

/** A step of the history beside those of the text: lines that become cards, and cards that become lines. */
export type ShowStep = { show: readonly number[]; hide: readonly number[] }

type Change = {
  before: { lines: readonly CardLine[]; shown: ShownCards }
  /** Lines that are cards on the page after the change. */
  lines: readonly CardLine[]
  /** Where a line begins after the change that began at `position` before; undefined where it was taken out. */
  mapPosition: (position: number) => number | undefined
  /** Whether somebody wrote it or went through the history: a new line of his becomes a card by a step alone. */
  isByHand: boolean
  step: ShowStep
}

/** Which lines are drawn as cards after a change of the text, a step, or both. */
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
 * The step that takes a change back, beside the inverse of its text: positions are those before the change.
 * @returns undefined where there is nothing to take back
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
