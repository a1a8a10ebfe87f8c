import { useEffect, useEffectEvent } from 'react'
import { type Judgement, judgements } from '@/lib/comments/moderation/moderation'
import { cards, checkboxOf, chosenCards, currentCard, focusCard } from './comment-cards'
import { commandOf, type KeyCommand } from './key-commands'

type Handlers = {
  judgeCards: (judged: HTMLElement[], verdict: Judgement) => Promise<void>
  undoLast: (judgementIds?: number[]) => Promise<void>
  openHelp: () => void
}

function move(by: 1 | -1): void {
  const all = cards()
  const card = currentCard()
  const at = card ? all.indexOf(card) + by : 0
  focusCard(all[Math.max(0, Math.min(at, all.length - 1))])
}

/** Opens a form of the current card, which focuses its text field. */
function open(name: 'reply' | 'edit'): void {
  const details = currentCard()?.querySelector<HTMLDetailsElement>(`details[data-admin="${name}"]`)
  if (details) details.open = true
  details?.querySelector('textarea')?.focus()
}

/** Focuses the text field of a form that was opened with the mouse. */
function enterField({ target }: Event): void {
  if (target instanceof HTMLDetailsElement && target.open) target.querySelector('textarea')?.focus()
}

function leaveField({ key, target }: KeyboardEvent): void {
  if (key !== 'Escape' || !(target instanceof Element)) return
  const details = target.closest<HTMLDetailsElement>('.admin-tools details[open]')
  if (!details) return
  details.open = false
  focusCard(details.closest<HTMLElement>('.admin-comment'))
}

function press(command: KeyCommand, handlers: Handlers): void {
  /** Judges the selected cards, otherwise the focused card if it offers the verdict. */
  const judge = (verdict: Judgement) => {
    const chosen = chosenCards()
    const card = currentCard()
    const isOffered = card?.querySelector(`button[name="verdict"][value="${verdict}"]`)
    const judged = chosen.length > 0 || !card || !isOffered ? chosen : [card]
    if (judged.length > 0) void handlers.judgeCards(judged, verdict)
  }
  const acts: Record<KeyCommand, () => void> = {
    next: () => move(1),
    previous: () => move(-1),
    published: () => judge('published'),
    spam: () => judge('spam'),
    deleted: () => judge('deleted'),
    undo: () => void handlers.undoLast(),
    choose: () => checkboxOf(currentCard())?.click(),
    reply: () => open('reply'),
    edit: () => open('edit'),
    pin: () => currentCard()?.querySelector<HTMLElement>('[data-admin="pin"]')?.click(),
    help: handlers.openHelp,
  }
  acts[command]()
}

function submit(event: SubmitEvent, handlers: Handlers): void {
  const { target: form, submitter } = event
  if (!(form instanceof HTMLFormElement)) return
  if (form.dataset.admin === 'undo') {
    event.preventDefault()
    void handlers.undoLast([Number(new FormData(form).get('judgement'))])
  }
  const verdict =
    submitter instanceof HTMLButtonElement
      ? judgements.find((one) => one === submitter.value)
      : undefined
  if (form.dataset.admin !== 'judge' || !verdict) return
  event.preventDefault()
  void handlers.judgeCards(
    form.id === 'admin-bulk' ? chosenCards() : cards().filter((card) => card.contains(form)),
    verdict,
  )
}

/** Handles shortcuts, and intercepts form submissions before React sends them. */
export function useModerationEvents(handlers: Handlers): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    leaveField(event)
    const command = commandOf(event)
    if (!command) return
    event.preventDefault()
    press(command, handlers)
  })
  const onSubmit = useEffectEvent((event: SubmitEvent) => submit(event, handlers))

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    document.addEventListener('keydown', (event) => onKeyDown(event), { signal })
    document.addEventListener('submit', (event) => onSubmit(event), { signal, capture: true })
    document.addEventListener('toggle', enterField, { signal, capture: true })
    return () => controller.abort()
  }, [])
}
