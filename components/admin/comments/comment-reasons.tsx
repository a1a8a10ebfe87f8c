import { useTranslations } from 'next-intl'
import type { AdminComment } from '@/lib/comments/moderation/moderation'
import { adminCommentsPath } from './moderation-path'
import { ruleLabel } from './rule-labels'

/** Lists the rules that matched a comment, each with a link to other matches. */
export function CommentReasons({
  comment: { reasons, reports, status },
}: {
  comment: AdminComment
}) {
  const t = useTranslations('moderation.reasons')
  const rules = useTranslations('moderation.rules')
  if (reasons.length === 0 && reports === 0) return null
  return (
    <ul className="admin-reasons" aria-label={t('label')}>
      {reasons.map(({ rule, reason }) => (
        <li key={`${rule} ${reason}`}>
          <a href={adminCommentsPath({ status, rule })}>{ruleLabel(rules, rule)}</a>{' '}
          <span>{reason}</span>
        </li>
      ))}
      {reports > 0 && <li>{t('reported', { count: reports })}</li>}
    </ul>
  )
}
