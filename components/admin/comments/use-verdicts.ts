import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import type { Judged, Judgement } from '@/lib/comments/moderation/moderation'
import { describeDone, describeMissed, isMissed } from './describe-judged'
import {
  cardOf,
  currentCard,
  focusCard,
  hideCards,
  undoableVerdicts,
  versionOf,
} from './moderation-cards'

/**
 * The verdicts of each action in this view, the most recent on top. They can be undone without
 * finding the comment.
 */
export class VerdictActs {
  #acts: number[][] = []

  get size(): number {
    return this.#acts.length
  }

  push(judgementIds: number[]): void {
    if (judgementIds.length > 0) this.#acts.push(judgementIds)
  }

  last(): number[] | undefined {
    return this.#acts.at(-1)
  }

  /** Removes verdicts from every action, so that one undone on its card is not undone again. */
  drop(judgementIds: number[]): void {
    this.#acts = this.#acts
      .map((act) => act.filter((id) => !judgementIds.includes(id)))
      .filter((act) => act.length > 0)
  }
}

type Answer = { outcomes: Judged[] } | { fault: string }
type Done = Extract<Judged, { done: true }>

export type VerdictActions = {
  judge: (seen: string[], verdict: string) => Promise<Answer>
  undo: (judgementIds: number[]) => Promise<Answer>
}

/**
 * Shows verdicts immediately and reverts them if the server rejects them. Actions can be undone in
 * reverse order.
 */
export function useVerdicts({ judge, undo }: VerdictActions) {
  const t = useTranslations('moderationClient')
  const router = useRouter()
  const [message, setMessage] = useState<{ text: string; canUndo: boolean; at: number }>()
  const acts = useRef(new VerdictActs())
  const focusAfterUndo = useRef<number>(undefined)

  const showMessage = (text: string) =>
    setMessage({ text, canUndo: acts.current.size > 0, at: Date.now() })

  // A restored comment appears with the next render of the list.
  useEffect(() => {
    if (focusAfterUndo.current !== undefined && focusCard(cardOf(focusAfterUndo.current)))
      focusAfterUndo.current = undefined
  })

  function showOutcomes(outcomes: Judged[], describe: (done: Done[]) => string): void {
    const done = outcomes.filter((one) => one.done)
    const missed = outcomes.filter(isMissed)
    for (const { id } of missed) cardOf(id)?.removeAttribute('hidden')
    if (missed.length > 0) router.refresh()
    showMessage(
      [
        ...(done.length > 0 ? [describe(done)] : []),
        ...missed.map((one) => describeMissed(t, one)),
      ].join(' '),
    )
  }

  async function settle(
    work: () => Promise<Answer>,
    revert: () => void,
    describe: (done: Done[]) => string,
  ): Promise<void> {
    const answer = await work().catch((): Answer => ({ fault: t('connectionLost') }))
    if ('outcomes' in answer) {
      showOutcomes(answer.outcomes, describe)
      return
    }
    revert()
    showMessage(answer.fault)
  }

  async function judgeCards(judged: HTMLElement[], verdict: Judgement): Promise<void> {
    if (judged.length === 0) {
      showMessage(t('noneSelected'))
      return
    }
    const seen = judged.map(versionOf)
    await settle(
      () => judge(seen, verdict),
      hideCards(judged),
      (done) => {
        acts.current.push(done.map(({ judgementId }) => judgementId))
        return describeDone(t, verdict, done.length)
      },
    )
  }

  async function undoLast(given?: number[]): Promise<void> {
    // A reload clears this history, but the verdict on the focused card can still be undone.
    const judgementIds = given ?? acts.current.last() ?? undoableVerdicts(currentCard())
    if (!judgementIds) return
    acts.current.drop(judgementIds)
    await settle(
      () => undo(judgementIds),
      () => acts.current.push(judgementIds),
      (done) => {
        focusAfterUndo.current = done[0]?.id
        for (const { id } of done) cardOf(id)?.removeAttribute('hidden')
        return describeDone(t, 'undo', done.length)
      },
    )
  }

  return { message, judgeCards, undoLast }
}
