/** Accesses the server-rendered comments of the list in the DOM. */

export function cards(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('.admin-comment:not([hidden])')]
}

export function cardOf(id: number): HTMLElement | null {
  return document.querySelector<HTMLElement>(`.admin-comment[data-id="${id}"]`)
}

/** Returns the card that has or contains the focus. */
export function focusedCard(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('.admin-comment') ?? null
}

/** Returns whether a reply or an edit was begun: a new version of its comment would discard it. */
export function hasUnsentText(): boolean {
  const fields = document.querySelectorAll<HTMLTextAreaElement>('.admin-comment textarea')
  return [...fields].some(
    ({ value, defaultValue, dataset }) => 'unsent' in dataset || value !== defaultValue,
  )
}

/** Returns the card that `updateCurrentCard` has marked; null if there is none. */
export function currentCard(): HTMLElement | null {
  return document.querySelector<HTMLElement>('.admin-comment[data-current]:not([hidden])')
}

function markCurrent(card: HTMLElement | undefined): void {
  if (card?.dataset.current === '') return
  for (const one of document.querySelectorAll<HTMLElement>('.admin-comment[data-current]'))
    delete one.dataset.current
  if (card) card.dataset.current = ''
}

/** The height of the bars at the top and bottom of the screen, in pixels. */
const barHeight = 100

/**
 * Marks the focused card as current. If the current card has been scrolled away, marks the first
 * visible one, so that the buttons below never act on a comment that is out of sight.
 */
export function updateCurrentCard(): void {
  const focused = focusedCard()
  const isVisible = (card: HTMLElement) => {
    const { top, bottom } = card.getBoundingClientRect()
    return bottom > barHeight && top < innerHeight - barHeight
  }
  const known = [focused, currentCard()].find((card) => card && isVisible(card))
  markCurrent(known ?? cards().find(isVisible))
}

/** Returns the checkbox of a card. Its value is the version that the moderator saw. */
export const checkboxOf = (card: HTMLElement | null) =>
  card?.querySelector<HTMLInputElement>('input[name="seen"][type="checkbox"]')

export function chosenCards(): HTMLElement[] {
  return cards().filter((card) => checkboxOf(card)?.checked)
}

/** Selects or deselects cards, and dispatches a `change` event. */
export function chooseCards(chosen: HTMLElement[], isChosen: boolean): void {
  for (const card of chosen) {
    const checkbox = checkboxOf(card)
    if (checkbox) checkbox.checked = isChosen
  }
  document.dispatchEvent(new Event('change'))
}

/** Returns the cards between two cards, inclusive, in either direction. */
export function cardsBetween(one: HTMLElement | null, other: HTMLElement): HTMLElement[] {
  const all = cards()
  const ends = [one ?? other, other].map((card) => all.indexOf(card))
  return all.slice(Math.min(...ends), Math.max(...ends) + 1)
}

/** Focuses a card and returns whether it exists. */
export function focusCard(card: HTMLElement | null | undefined): boolean {
  card?.focus({ preventScroll: true })
  card?.scrollIntoView({ block: 'nearest' })
  return card != null
}

/** Hides comments, focuses the next one, and returns a function that shows them again. */
export function hideCards(judged: HTMLElement[]): () => void {
  const all = cards()
  const last = all.indexOf(judged.at(-1) ?? document.body)
  const stays = (card: HTMLElement) => !judged.includes(card)
  const next = all.slice(last + 1).find(stays) ?? all.slice(0, Math.max(last, 0)).findLast(stays)
  for (const card of judged) card.hidden = true
  chooseCards(judged, false)
  focusCard(next)
  return () => {
    for (const card of judged) card.hidden = false
    focusCard(judged[0])
  }
}
