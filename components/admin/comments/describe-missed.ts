import type { MissedComment } from '@/lib/comments/moderation/moderation'
import type { Translate } from '@/lib/i18n/translator'

export function describeMissed(
  t: Translate<'moderationClient'>,
  { now, by, at }: MissedComment,
): string {
  if (now === 'gone') return t('missed.gone')
  if (by === null) return t('missed.changed', { now })
  return at === null
    ? t('missed.judged', { name: by, now })
    : t('missed.judgedAt', { name: by, now, time: at.slice(11, 16) })
}
