import { ViewCount } from '@/components/views/view-count'
import { postPath } from '@/lib/paths'
import type { AdminPostSummary, PostTab } from '@/lib/posts/editing/admin-posts'
import { adminPostPath } from './admin-posts-query'
import { BlogTime } from './blog-time'

type Props = {
  posts: AdminPostSummary[]
  tab: PostTab
  timeZone: string
  restore: (form: FormData) => Promise<void>
}

/** The posts of a tab with title, dates and reader statistics. */
export function PostRows({ posts, tab, timeZone, restore }: Props) {
  return (
    <ul className="admin-rows" aria-label="List of posts">
      {posts.map((post) => (
        <li key={post.id}>
          <div className="post-row">
            {tab === 'deleted' ? (
              <span className="post-row-title" dir="auto">
                {post.title || 'Untitled'}
              </span>
            ) : (
              <a href={adminPostPath(post.id)} className="post-row-title" dir="auto">
                {post.title || 'Untitled'}
              </a>
            )}
            <p className="admin-muted">
              <PostMoment post={post} tab={tab} timeZone={timeZone} />
              <ViewCount views={post.views} language="en" />
              <span>{post.comments === 1 ? '1 comment' : `${post.comments} comments`}</span>
            </p>
          </div>
          {tab === 'published' && (
            <a href={postPath(post.slug)} className="admin-link">
              Read <span className="sr-only">{post.title}</span>
            </a>
          )}
          {tab === 'deleted' && (
            <form action={restore}>
              <input type="hidden" name="id" value={post.id} />
              <button type="submit" className="admin-link">
                Restore <span className="sr-only">{post.title}</span>
              </button>
            </form>
          )}
        </li>
      ))}
    </ul>
  )
}

function PostMoment({
  post,
  tab,
  timeZone,
}: {
  post: AdminPostSummary
  tab: PostTab
  timeZone: string
}) {
  const moments = {
    draft: ['Saved', post.updatedAt],
    scheduled: ['To be published', post.publishedAt],
    published: ['Published', post.publishedAt],
    deleted: ['Deleted', post.deletedAt ?? post.updatedAt],
  } as const
  const [word, value] = moments[tab]
  return (
    <span>
      {word} <BlogTime value={value} timeZone={timeZone} />
    </span>
  )
}
