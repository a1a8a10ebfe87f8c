/** The comments of the admin area's list as they stand in the page: the script works on what the server drew. */

export function cards(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('.admin-comment:not([hidden])')]
}

export function cardOf(id: number): HTMLElement | null {
  return document.querySelector<HTMLElement>(`.admin-comment[data-id="${id}"]`)
}

/** The one that has the focus, or something in it. */
export function currentCard(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('.admin-comment') ?? null
}

export function chosenCards(): HTMLElement[] {
  return cards().filter((card) => checkboxOf(card)?.checked)
}

const checkboxOf = (card: HTMLElement) =>
  card.querySelector<HTMLInputElement>('input[name="seen"][type="checkbox"]')

/** What the form on a card would undo: the last verdict on it, whoever gave it; undefined where it offers none. */
export function undoneBy(card: HTMLElement | null): number[] | undefined {
  const id = Number(
    card?.querySelector<HTMLInputElement>('form[data-admin="undo"] input[name="judgement"]')?.value,
  )
  return id > 0 ? [id] : undefined
}

/** What the judge of it saw. */
export function seenOf(card: HTMLElement): string {
  return checkboxOf(card)?.value ?? ''
}

/** @returns whether there is one */
export function focusCard(card: HTMLElement | null | undefined): boolean {
  card?.focus({ preventScroll: true })
  card?.scrollIntoView({ block: 'nearest' })
  return card != null
}

/**
 * Takes comments off the list at once; the focus goes to the next one that stays.
 * @returns puts them back
 */
export function leave(judged: HTMLElement[]): () => void {
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
