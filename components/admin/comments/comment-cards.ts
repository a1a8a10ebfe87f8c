/** Accesses the server-rendered comments of the list in the DOM. */

export function cards(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('.admin-comment:not([hidden])')]
}

export function cardOf(id: number): HTMLElement | null {
  return document.querySelector<HTMLElement>(`.admin-comment[data-id="${id}"]`)
}

/** Returns the card that has or contains the focus. */
export function currentCard(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('.admin-comment') ?? null
}

/** Returns the checkbox of a card. Its value is the version that the moderator saw. */
export const checkboxOf = (card: HTMLElement | null) =>
  card?.querySelector<HTMLInputElement>('input[name="seen"][type="checkbox"]')

export function chosenCards(): HTMLElement[] {
  return cards().filter((card) => checkboxOf(card)?.checked)
}

/** Returns the last verdict on a card, by any moderator, if it can be undone. */
export function undoableVerdicts(card: HTMLElement | null): number[] | undefined {
  const id = Number(
    card?.querySelector<HTMLInputElement>('form[data-admin="undo"] input[name="judgement"]')?.value,
  )
  return id > 0 ? [id] : undefined
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
  for (const card of judged) {
    card.hidden = true
    const checkbox = checkboxOf(card)
    if (checkbox) checkbox.checked = false
  }
  focusCard(next)
  return () => {
    for (const card of judged) card.hidden = false
    focusCard(judged[0])
  }
}
