import { type AdminPostsQuestion, type PostTab, postTabs } from '@/lib/posts/editing/admin-posts'
import { adminPostsPath } from './admin-posts-query'

const names: Record<PostTab, string> = {
  draft: 'Drafts',
  scheduled: 'Scheduled',
  published: 'Published',
  deleted: 'Deleted',
}

/** The tabs of posts with their counts. The search is kept. */
export function PostTabs({
  question,
  counts,
}: {
  question: AdminPostsQuestion
  counts: Record<PostTab, number>
}) {
  return (
    <nav aria-label="Posts by state" className="admin-tabs">
      <ul>
        {postTabs.map((tab) => (
          <li key={tab}>
            <a
              href={adminPostsPath({ ...question, tab, page: 1 })}
              {...(tab === question.tab && { 'aria-current': 'page' as const })}
            >
              {names[tab]} <span>{counts[tab]}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
