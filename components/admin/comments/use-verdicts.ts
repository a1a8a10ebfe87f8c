import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import type { Judged, Judgement } from '@/lib/comments/moderation/moderation'
import { cardOf, cards, checkboxOf, focusCard, hasUnsentText, hideCards } from './comment-cards'
import { describeMissed } from './describe-missed'

type ActionResult = { outcomes: Judged[] } | { fault: string }
type Done = Extract<Judged, { done: true }>

export type VerdictActions = {
  judge: (seen: string[], verdict: string) => Promise<ActionResult>
  /** Without ids, undoes the staff member’s last decision. */
  undo: (judgementIds?: number[]) => Promise<ActionResult>
}

/** Shows verdicts immediately and reverts those that the server rejects. */
export function useVerdicts({ judge, undo }: VerdictActions, showMessage: (text: string) => void) {
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
    work: () => Promise<ActionResult>,
    revert: () => void,
    describe: (done: Done[]) => string,
  ): Promise<void> {
    const result = await work().catch((): ActionResult => ({ fault: t('connectionLost') }))
    if ('fault' in result) {
      revert()
      showMessage(result.fault)
      return
    }
    const done = result.outcomes.filter((one) => one.done)
    const missed = result.outcomes.filter((one) => !one.done)
    for (const { id } of missed) cardOf(id)?.removeAttribute('hidden')
    if (missed.length > 0) router.refresh()
    const lines = missed.map((one) => describeMissed(t, one))
    const isSilent = done.length === 0 && missed.length > 0
    showMessage([...(isSilent ? [] : [describe(done)]), ...lines].join(' '))
  }

  async function judgeCards(chosen: HTMLElement[], verdict: Judgement): Promise<void> {
    const judged = chosen.filter((card) => !hasUnsentText(card))
    const skipped = judged.length < chosen.length ? t('unsent') : ''
    if (judged.length === 0) {
      showMessage(skipped || t('noneSelected'))
      return
    }
    const seen = judged.map((card) => checkboxOf(card)?.value ?? '')
    const { from, revert } = hideCards(judged)
    cardToFocus.current = cards().length > 0 ? undefined : () => cards()[0]
    lastDecision.current = settle(
      () => judge(seen, verdict),
      revert,
      (done) => {
        const judgementIds = done.map(({ judgementId }) => judgementId)
        if (done.length > 0) decisions.current.push({ judgementIds, from })
        return [t(`done.${verdict}`, { count: done.length }), skipped].join(' ').trim()
      },
    )
    await lastDecision.current
  }

  /**
   * Undoes the given judgements. Without ids, undoes the last decision on this page or, if there is
   * none, the staff member's last decision.
   */
  async function undoVerdicts(judgementIds?: number[]): Promise<void> {
    await lastDecision.current
    const decision = judgementIds ? undefined : decisions.current.at(-1)
    await settle(
      () => undo(judgementIds ?? decision?.judgementIds),
      () => {},
      (done) => {
        decisions.current = decisions.current.filter((one) => one !== decision)
        const { id = 0 } = done.find((one) => one.id === decision?.from) ?? done[0] ?? {}
        cardToFocus.current = () => cardOf(id)
        for (const { id } of done) cardOf(id)?.removeAttribute('hidden')
        return done.length === 0 ? t('nothingToUndo') : t('done.undo', { count: done.length })
      },
    )
  }

  /** Called after a reply, which may have approved its comment and is then the last decision. */
  const forgetDecisions = () => {
    decisions.current = []
  }

  return { judgeCards, undoVerdicts, forgetDecisions }
}
