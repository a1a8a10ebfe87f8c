import { useTranslations } from 'next-intl'
import { type AdminPostsQuestion, type PostTab, postTabs } from '@/lib/posts/editing/admin-posts'
import { adminPostsPath } from './admin-posts-query'

/** The tabs of posts with their counts. The search is kept. */
export function PostTabs({
  question,
  counts,
}: {
  question: AdminPostsQuestion
  counts: Record<PostTab, number>
}) {
  const t = useTranslations('postList.tabs')
  return (
    <nav aria-label={t('label')} className="admin-tabs">
      <ul>
        {postTabs.map((tab) => (
          <li key={tab}>
            <a
              href={adminPostsPath({ ...question, tab, page: 1 })}
              {...(tab === question.tab && { 'aria-current': 'page' as const })}
            >
              {t(tab)} <span>{counts[tab]}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
