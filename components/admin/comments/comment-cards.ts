/** Accesses the server-rendered comments of the list in the DOM. */

export function cards(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('.admin-comment:not([hidden])')]
}

export function cardOf(id: number): HTMLElement | null {
  return document.querySelector<HTMLElement>(`.admin-comment[data-id="${id}"]`)
}

/** Returns the card that has or contains focus. */
export function focusedCard(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('.admin-comment') ?? null
}

/**
 * Returns whether a card, or any card, contains a reply or an edit that was begun. A new version of
 * its comment would discard it.
 */
export function hasUnsentText(within: ParentNode = document): boolean {
  const fields = within.querySelectorAll<HTMLTextAreaElement>('textarea')
  return [...fields].some(
    ({ value, defaultValue, dataset }) => 'unsent' in dataset || value !== defaultValue,
  )
}

/** Returns the card that `updateCurrentCard` has marked; null if there is none. */
export function currentCard(): HTMLElement | null {
  return document.querySelector<HTMLElement>('.admin-comment[data-current]:not([hidden])')
}

/** Returns the top and bottom of the part of the window that the bar does not cover. */
function visibleArea(): [number, number] {
  const bar = document.querySelector('.admin-toolbar')
  if (!bar) return [0, innerHeight]
  const { top, bottom } = bar.getBoundingClientRect()
  return getComputedStyle(bar).position === 'fixed' ? [0, top] : [bottom, innerHeight]
}

/**
 * Marks the card with the focus as current. If that is out of sight, keeps the current card while
 * it is fully visible, or else marks the first one that is, so that the buttons below never act on
 * a hidden comment. A long comment is visible if it fills half of the list's part of the window.
 */
export function updateCurrentCard(): void {
  const [start, end] = visibleArea()
  const isVisible = (element: Element) => {
    const { top, bottom, height } = element.getBoundingClientRect()
    const visible = Math.min(bottom, end) - Math.max(top, start)
    // Positions are fractions of a pixel.
    return visible > Math.min(height, (end - start) / 2) - 1
  }
  const { activeElement } = document
  const focused = activeElement && isVisible(activeElement) ? focusedCard() : null
  const current = focused ?? [currentCard(), ...cards()].find((card) => card && isVisible(card))
  for (const card of document.querySelectorAll('.admin-comment'))
    card.toggleAttribute('data-current', card === current)
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

/** Focuses a card or its text field, scrolls it into view and returns whether it exists. */
export function focusCard(card: HTMLElement | null | undefined): boolean {
  card?.scrollIntoView({ block: 'nearest' })
  card?.focus({ preventScroll: true })
  return card != null
}

/**
 * Hides comments and focuses the first remaining one from the place where the moderator is.
 * @returns the comment at that place, and a function that shows the comments again
 */
export function hideCards(moderated: HTMLElement[]) {
  const all = cards()
  const from = focusedCard() ?? currentCard()
  const at = Math.max(0, from ? all.indexOf(from) : 0)
  const stays = (card: HTMLElement) => !moderated.includes(card)
  const next = all.slice(at).find(stays) ?? all.slice(0, at).findLast(stays)
  for (const card of moderated) card.hidden = true
  chooseCards(moderated, false)
  focusCard(next)
  const revert = () => {
    for (const card of moderated) card.hidden = false
    focusCard(from)
  }
  return { from: Number(from?.dataset.id), revert }
}
