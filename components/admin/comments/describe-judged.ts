import type { Judged, Judgement, MissedComment } from '@/lib/comments/moderation/moderation'
import type { Translate } from '@/lib/i18n/translator'

type T = Translate<'moderationClient'>

/** Describes a completed action. */
export function describeDone(t: T, verdict: Judgement | 'undo', count: number): string {
  return t(`done.${verdict}`, { count })
}

/** Describes the state of a comment that another moderator handled first. */
export function describeMissed(t: T, { now, by, at }: MissedComment): string {
  if (now === 'gone') return t('missed.gone')
  if (by === null) return t('missed.changed', { now })
  return at === null
    ? t('missed.judged', { name: by, now })
    : t('missed.judgedAt', { name: by, now, time: at.slice(11, 16) })
}

export function isMissed(judged: Judged): judged is MissedComment {
  return !judged.done
}
