import { type DeskPostsQuestion, type PostTab, postTabs } from '@/lib/posts/editing/admin-posts'
import { deskPostsPath } from './admin-posts-query'
import { postCount } from './post-count'

const names: Record<PostTab, string> = { draft: 'Drafts', scheduled: 'Scheduled', published: 'Published', deleted: 'Deleted' }

/** The heaps of posts, each with its size. What is searched for stays. */
export function PostTabs({ question, counts }: { question: DeskPostsQuestion; counts: Record<PostTab, number> }) {
  return (
    <nav aria-label="Posts by state" className="desk-tabs">
      <ul>
        {postTabs.map((tab) => (
          <li key={tab}>
            <a href={deskPostsPath({ ...question, tab, page: 1 })} {...(tab === question.tab && { 'aria-current': 'page' as const })}>
              {names[tab]} <span>{postCount(question, counts[tab])}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
