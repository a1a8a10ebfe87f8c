import type { Judged, Judgement, MissedComment } from '@/lib/comments/moderation/moderation'
import type { Translate } from '@/lib/i18n/translator'

/** The outcome of a decision for each comment, or the reason why nothing was done. */
export type Decision = { outcomes?: Judged[]; verdict?: Judgement | 'undo'; error?: string }

export function describeDecision(
  t: Translate<'moderationClient'>,
  { outcomes = [], verdict, error = '' }: Decision,
): string {
  if (!verdict) return error
  if (outcomes.length === 0) return t(verdict === 'undo' ? 'nothingToUndo' : 'noneSelected')
  const missed = outcomes.filter((one) => !one.done)
  const count = outcomes.length - missed.length
  const done = count > 0 ? [t(`done.${verdict}`, { count })] : []
  return [...done, ...missed.map((one) => describeMissed(t, one))].join(' ')
}

function describeMissed(t: Translate<'moderationClient'>, { now, by }: MissedComment): string {
  if (now === 'gone') return t('missed.gone')
  return by === null ? t('missed.changed', { now }) : t('missed.judged', { name: by, now })
}
