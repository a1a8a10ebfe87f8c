import { useTranslations } from 'next-intl'
import type { CommentStatus } from '@/lib/comments/moderation/moderation'
import type { AdminActions } from './moderation-actions'

const verdicts = ['published', 'spam', 'deleted'] as const

/** The form for moderating all selected comments. Their checkboxes refer to it by its id. */
export function BulkBar({
  status,
  back,
  judge,
}: {
  status: CommentStatus
  back: string
  judge: AdminActions['judge']
}) {
  const t = useTranslations('moderation.bulk')
  return (
    <form
      id="admin-bulk"
      action={judge}
      className="admin-bulk"
      data-admin="judge"
      aria-label={t('label')}
    >
      <input type="hidden" name="back" value={back} />
      <span>{t('selected')}</span>
      {verdicts
        .filter((verdict) => verdict !== status)
        .map((verdict) => (
          <button key={verdict} type="submit" name="verdict" value={verdict}>
            {t(verdict)}
          </button>
        ))}
    </form>
  )
}
