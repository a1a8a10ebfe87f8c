import { useTranslations } from 'next-intl'
import {
  type AdminCounts,
  type AdminQuery,
  commentStatuses,
} from '@/lib/comments/moderation/moderation'
import { countWord } from '@/lib/text/count-max'
import { adminCommentsPath } from './moderation-path'

/** The four tabs of comments with their counts. The active filters are kept. */
export function CommentTabs({ question, counts }: { question: AdminQuery; counts: AdminCounts }) {
  const t = useTranslations('moderation.tabs')
  return (
    <nav aria-label={t('label')} className="admin-tabs">
      <ul>
        {commentStatuses.map((status) => (
          <li key={status}>
            <a
              href={adminCommentsPath({ ...question, after: undefined, status })}
              {...(status === question.status && { 'aria-current': 'page' as const })}
            >
              {t(status)} <span data-count={status}>{countWord(counts[status])}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
