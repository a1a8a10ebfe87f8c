import { useEffect, useEffectEvent, useRef } from 'react'
import { type Judgement, judgements } from '@/lib/comments/moderation/moderation'
import {
  cards,
  cardsBetween,
  checkboxOf,
  chooseCards,
  chosenCards,
  currentCard,
  focusCard,
  focusedCard,
  hasUnsentText,
  updateCurrentCard,
} from './comment-cards'
import { commandOf, type KeyCommand } from './key-commands'
import type { useVerdicts } from './use-verdicts'

type Handlers = Omit<ReturnType<typeof useVerdicts>, 'forgetDecisions'> & { openHelp: () => void }

function move(by: 1 | -1): void {
  const all = cards()
  const card = focusedCard()
  const at = all.indexOf(card ?? currentCard() ?? document.body) + (card ? by : 0)
  focusCard(all[Math.max(0, Math.min(at, all.length - 1))])
}

const toggles = (card: Element | null | undefined) => [
  ...(card?.querySelectorAll<HTMLDetailsElement>('details') ?? []),
]

/**
 * Opens the form of a card and focuses its text field immediately, because the user may already be
 * typing.
 */
function open(card: HTMLElement | null, name: 'reply' | 'edit'): void {
  const isNeeded = ({ dataset: { admin } }: HTMLDetailsElement) =>
    admin === name || (name === 'edit' && admin === 'more')
  if (toggles(card).some(({ dataset }) => dataset.admin === name))
    for (const details of toggles(card).filter(isNeeded)) details.open = true
  enterField(card, name)
}

const enterField = (card: Element | null, name: 'reply' | 'edit') =>
  focusCard(card?.querySelector<HTMLElement>(`[id^="${name}-"]`))

/** Focuses the text field of a form that was opened with a click. */
function followToggle({ target }: Event): void {
  if (!(target instanceof HTMLDetailsElement) || !target.open) return
  const name = target.dataset.admin
  if (name === 'reply' || name === 'edit') enterField(target.closest('.admin-comment'), name)
}

/** Sends a reply or an edit. The browser checks the field first, as for a click on the button. */
function sendText({ key, target, ctrlKey, metaKey, repeat }: KeyboardEvent): void {
  if (key !== 'Enter' || !(ctrlKey || metaKey) || !(target instanceof HTMLTextAreaElement)) return
  if (!repeat) target.form?.requestSubmit()
}

function leaveField({ key, target }: KeyboardEvent): void {
  const card = target instanceof Element && target.closest<HTMLElement>('.admin-comment')
  if (key !== 'Escape' || !card) return
  for (const details of toggles(card)) details.open = false
  focusCard(card)
}

function press(command: KeyCommand, handlers: Handlers, chooseRange: () => void): void {
  const card = focusedCard()
  /**
   * Applies a verdict to the selected cards or, if there are none, to the focused card if it offers
   * that verdict.
   */
  const moderate = (verdict: Judgement) => {
    const chosen = chosenCards()
    const moderated = chosen.length > 0 || !card || !offers(card, verdict) ? chosen : [card]
    if (moderated.length > 0) void handlers.moderateCards(moderated, verdict)
  }
  const acts: Record<KeyCommand, () => void> = {
    next: () => move(1),
    previous: () => move(-1),
    published: () => moderate('published'),
    spam: () => moderate('spam'),
    deleted: () => moderate('deleted'),
    undo: () => void handlers.undoVerdicts(),
    choose: () => checkboxOf(card)?.click(),
    chooseRange,
    reply: () => open(card, 'reply'),
    edit: () => open(card, 'edit'),
    pin: () => card?.querySelector<HTMLElement>('[data-admin="pin"]')?.click(),
    help: handlers.openHelp,
  }
  acts[command]()
}

const offers = (card: HTMLElement, verdict: Judgement) =>
  card.querySelector(`button[name="verdict"][value="${verdict}"]`) !== null

/**
 * Returns the cards that a form moderates. On phones, the buttons at the bottom of the screen act
 * on the current comment unless others are selected.
 */
function moderatedBy(form: HTMLFormElement, verdict: Judgement): HTMLElement[] {
  const seen = new FormData(form).getAll('seen')
  const current = currentCard()
  if (form.id === 'admin-bulk' && seen.length === 0)
    return current && offers(current, verdict) ? [current] : []
  return cards().filter((card) => seen.includes(checkboxOf(card)?.value ?? ''))
}

function submit(event: SubmitEvent, handlers: Handlers): void {
  const { target: form, submitter } = event
  if (!(form instanceof HTMLFormElement && submitter instanceof HTMLButtonElement)) return
  const { admin } = submitter.dataset
  if (admin === 'undo' || admin === 'undo-last') {
    event.preventDefault()
    const judgementId = Number(new FormData(form).get('judgement'))
    void (admin === 'undo' ? handlers.undoVerdicts([judgementId]) : handlers.undoVerdicts())
  }
  const verdict = judgements.find((one) => one === submitter.value)
  if (submitter.name !== 'verdict' || !verdict) return
  event.preventDefault()
  void handlers.moderateCards(moderatedBy(form, verdict), verdict)
}

/**
 * Handles shortcuts and ranges, intercepts form submissions before React sends them, and asks for
 * confirmation before the user leaves the page with an unsent reply.
 */
export function useModerationEvents(handlers: Handlers): void {
  /** The card whose checkbox was clicked last: the start of a range. */
  const rangeStart = useRef<HTMLElement>(null)

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    leaveField(event)
    sendText(event)
    const command = commandOf(event)
    if (!command) return
    event.preventDefault()
    press(command, handlers, () => {
      const card = focusedCard()
      if (card) chooseCards(cardsBetween(rangeStart.current, card), true)
    })
  })
  const onSubmit = useEffectEvent((event: SubmitEvent) => submit(event, handlers))
  const onClick = useEffectEvent(({ target, shiftKey }: MouseEvent) => {
    const card = target instanceof Element ? target.closest<HTMLElement>('.admin-comment') : null
    const checkbox = checkboxOf(card)
    if (!card || !checkbox || target !== checkbox) return
    if (shiftKey) chooseCards(cardsBetween(rangeStart.current, card), checkbox.checked)
    rangeStart.current = card
  })

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    document.addEventListener('keydown', (event) => onKeyDown(event), { signal })
    document.addEventListener('submit', (event) => onSubmit(event), { signal, capture: true })
    document.addEventListener('click', (event) => onClick(event), { signal })
    document.addEventListener('toggle', followToggle, { signal, capture: true })
    document.addEventListener('focusin', updateCurrentCard, { signal })
    document.addEventListener('scroll', updateCurrentCard, { signal, passive: true })
    const ask = (event: Event) => hasUnsentText() && event.preventDefault()
    addEventListener('beforeunload', ask, { signal })
    return () => controller.abort()
  }, [])

  // The list may have changed.
  useEffect(updateCurrentCard)
}
