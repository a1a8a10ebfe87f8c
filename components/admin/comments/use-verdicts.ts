import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import type { Judged, Judgement } from '@/lib/comments/moderation/moderation'
import { cardOf, cards, checkboxOf, focusCard, hasUnsentText, hideCards } from './comment-cards'
import { type Decision, describeDecision } from './describe-decision'

type Done = Extract<Judged, { done: true }>
type DecisionAction = (before: Decision, form: FormData) => Promise<Decision>

export type VerdictActions = {
  moderate: DecisionAction
  /** Without ids, undoes the staff member’s last decision. */
  undo: DecisionAction
}

/** Shows verdicts immediately and reverts those that the server rejects. */
export function useVerdicts(
  { moderate, undo }: VerdictActions,
  showMessage: (text: string) => void,
) {
  const t = useTranslations('moderationClient')
  const router = useRouter()
  const cardToFocus = useRef<() => HTMLElement | null | undefined>(undefined)
  /** The decisions on this page, each with the comment at which it was made. */
  const decisions = useRef<{ judgementIds: number[]; from: number }[]>([])
  const lastDecision = useRef(Promise.resolve())

  // Restored comments, and the next page of comments, appear with the next render.
  useEffect(() => {
    if (cardToFocus.current && focusCard(cardToFocus.current())) cardToFocus.current = undefined
  })

  async function settle(
    work: Promise<Decision>,
    { revert, skipped = '' }: { revert?: () => void; skipped?: string },
    onDone: (done: Done[]) => void,
  ): Promise<void> {
    const decision = await work.catch((): Decision => ({ error: t('connectionLost') }))
    const { outcomes } = decision
    if (!outcomes) {
      revert?.()
      showMessage(describeDecision(t, decision))
      return
    }
    const missed = outcomes.filter((one) => !one.done)
    for (const { id } of missed) cardOf(id)?.removeAttribute('hidden')
    if (missed.length > 0) router.refresh()
    onDone(outcomes.filter((one) => one.done))
    showMessage([describeDecision(t, decision), skipped].join(' ').trim())
  }

  async function moderateCards(chosen: HTMLElement[], verdict: Judgement): Promise<void> {
    const moderated = chosen.filter((card) => !hasUnsentText(card))
    const skipped = moderated.length < chosen.length ? t('unsent') : ''
    if (moderated.length === 0) {
      showMessage(skipped || t('noneSelected'))
      return
    }
    const form = new FormData()
    form.set('verdict', verdict)
    for (const card of moderated) form.append('seen', checkboxOf(card)?.value ?? '')
    const { from, revert } = hideCards(moderated)
    cardToFocus.current = cards().length > 0 ? undefined : () => cards()[0]
    lastDecision.current = settle(moderate({}, form), { revert, skipped }, (done) => {
      const judgementIds = done.map(({ judgementId }) => judgementId)
      if (done.length > 0) decisions.current.push({ judgementIds, from })
    })
    await lastDecision.current
  }

  /**
   * Undoes the given verdicts. Without ids, undoes the last decision on this page or, if there is
   * none, the staff member's last decision.
   */
  async function undoVerdicts(judgementIds?: number[]): Promise<void> {
    await lastDecision.current
    const decision = judgementIds ? undefined : decisions.current.at(-1)
    const form = new FormData()
    for (const id of judgementIds ?? decision?.judgementIds ?? [])
      form.append('judgement', String(id))
    await settle(undo({}, form), {}, (done) => {
      decisions.current = decisions.current.filter((one) => one !== decision)
      const { id = 0 } = done.find((one) => one.id === decision?.from) ?? done[0] ?? {}
      cardToFocus.current = () => cardOf(id)
      for (const { id } of done) cardOf(id)?.removeAttribute('hidden')
    })
  }

  /** Called after a reply, which may have approved its comment and is then the last decision. */
  const forgetDecisions = () => {
    decisions.current = []
  }

  return { moderateCards, undoVerdicts, forgetDecisions }
}
