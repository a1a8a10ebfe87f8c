import { useEffect, useRef } from 'react'
import { type Judgement, judgements } from '@/lib/comments/moderation/moderation'
import { commandOf, type KeyCommand } from './key-commands'
import { cards, chosenCards, currentCard, focusCard } from './moderation-cards'

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

function open(name: 'reply' | 'edit'): void {
  const details = currentCard()?.querySelector<HTMLDetailsElement>(`details[data-admin="${name}"]`)
  if (details) details.open = true
  details?.querySelector('textarea')?.focus()
}

/**
 * Focuses the text field of a form that was opened with the mouse, as the shortcut does. Escape
 * closes it and returns to the comment.
 */
function enterField(event: Event): void {
  if (event.target instanceof HTMLDetailsElement && event.target.open)
    event.target.querySelector('textarea')?.focus()
}

function leaveField({ key, target }: KeyboardEvent): void {
  const details =
    key === 'Escape' && target instanceof Element
      ? target.closest<HTMLDetailsElement>('.admin-tools details[open]')
      : null
  if (!details) return
  details.open = false
  focusCard(details.closest<HTMLElement>('.admin-comment'))
}

/** Returns the selected cards, otherwise the focused card if it offers the verdict. */
function judgedBy(verdict: Judgement): HTMLElement[] {
  const chosen = chosenCards()
  const card = currentCard()
  const isOffered = card?.querySelector(`button[name="verdict"][value="${verdict}"]`)
  return chosen.length > 0 || !card || !isOffered ? chosen : [card]
}

function press(command: KeyCommand, handlers: Handlers): void {
  switch (command) {
    case 'next':
    case 'previous':
      move(command === 'next' ? 1 : -1)
      break
    case 'help':
      handlers.openHelp()
      break
    case 'undo':
      void handlers.undoLast()
      break
    case 'reply':
    case 'edit':
      open(command)
      break
    case 'choose':
      currentCard()?.querySelector<HTMLElement>('input[type="checkbox"]')?.click()
      break
    case 'pin':
      currentCard()?.querySelector<HTMLElement>('form[data-admin="pin"] button')?.click()
      break
    default: {
      const judged = judgedBy(command)
      if (judged.length > 0) void handlers.judgeCards(judged, command)
    }
  }
}

function submit(event: SubmitEvent, handlers: Handlers): void {
  const form = event.target
  if (!(form instanceof HTMLFormElement)) return
  if (form.dataset.admin === 'undo') {
    event.preventDefault()
    void handlers.undoLast([Number(new FormData(form).get('judgement'))])
  }
  const { submitter } = event
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
export function useAdminEvents(handlers: Handlers): void {
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })

  useEffect(() => {
    const onPress = (event: KeyboardEvent) => {
      leaveField(event)
      const command = commandOf(event)
      if (!command) return
      event.preventDefault()
      press(command, latest.current)
    }
    const onSubmit = (event: SubmitEvent) => submit(event, latest.current)
    document.addEventListener('keydown', onPress)
    document.addEventListener('submit', onSubmit, true)
    document.addEventListener('toggle', enterField, true)
    return () => {
      document.removeEventListener('toggle', enterField, true)
      document.removeEventListener('keydown', onPress)
      document.removeEventListener('submit', onSubmit, true)
    }
  }, [])
}
