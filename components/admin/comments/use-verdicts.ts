import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import type { Judged, Judgement } from '@/lib/comments/moderation/moderation'
import {
  cardOf,
  checkboxOf,
  currentCard,
  focusCard,
  hideCards,
  undoableVerdicts,
} from './comment-cards'
import { describeMissed } from './describe-missed'

/** Removes verdicts from every action, so that one undone on its card is not undone again. */
export const withoutVerdicts = (acts: number[][], judgementIds: number[]): number[][] =>
  acts.map((act) => act.filter((id) => !judgementIds.includes(id))).filter((act) => act.length > 0)

type Answer = { outcomes: Judged[] } | { fault: string }
type Done = Extract<Judged, { done: true }>

export type VerdictActions = {
  judge: (seen: string[], verdict: string) => Promise<Answer>
  undo: (judgementIds: number[]) => Promise<Answer>
}

/** Shows verdicts immediately and reverts those that the server rejects. */
export function useVerdicts({ judge, undo }: VerdictActions) {
  const t = useTranslations('moderationClient')
  const router = useRouter()
  const [message, setMessage] = useState<{ text: string; canUndo: boolean; at: number }>()
  /** The verdicts of each action in this view, the most recent last. */
  const acts = useRef<number[][]>([])
  const focusAfterUndo = useRef<number>(undefined)

  const showMessage = (text: string) =>
    setMessage({ text, canUndo: acts.current.length > 0, at: Date.now() })

  // A restored comment appears with the next render of the list.
  useEffect(() => {
    if (focusAfterUndo.current !== undefined && focusCard(cardOf(focusAfterUndo.current)))
      focusAfterUndo.current = undefined
  })

  async function settle(
    work: () => Promise<Answer>,
    revert: () => void,
    onDone: (done: Done[]) => string,
  ): Promise<void> {
    const answer = await work().catch((): Answer => ({ fault: t('connectionLost') }))
    if ('fault' in answer) {
      revert()
      showMessage(answer.fault)
      return
    }
    const done = answer.outcomes.filter((one) => one.done)
    const missed = answer.outcomes.filter((one) => !one.done)
    for (const { id } of missed) cardOf(id)?.removeAttribute('hidden')
    if (missed.length > 0) router.refresh()
    const lines = missed.map((one) => describeMissed(t, one))
    showMessage([...(done.length > 0 ? [onDone(done)] : []), ...lines].join(' '))
  }

  async function judgeCards(judged: HTMLElement[], verdict: Judgement): Promise<void> {
    if (judged.length === 0) {
      showMessage(t('noneSelected'))
      return
    }
    const seen = judged.map((card) => checkboxOf(card)?.value ?? '')
    await settle(
      () => judge(seen, verdict),
      hideCards(judged),
      (done) => {
        acts.current.push(done.map(({ judgementId }) => judgementId))
        return t(`done.${verdict}`, { count: done.length })
      },
    )
  }

  async function undoLast(given?: number[]): Promise<void> {
    // A reload clears this history, but the verdict on the focused card can still be undone.
    const judgementIds = given ?? acts.current.at(-1) ?? undoableVerdicts(currentCard())
    if (!judgementIds) return
    acts.current = withoutVerdicts(acts.current, judgementIds)
    await settle(
      () => undo(judgementIds),
      () => acts.current.push(judgementIds),
      (done) => {
        focusAfterUndo.current = done[0]?.id
        for (const { id } of done) cardOf(id)?.removeAttribute('hidden')
        return t('done.undo', { count: done.length })
      },
    )
  }

  return { message, judgeCards, undoLast }
}
