import type { EditedPost } from '@/lib/posts/editing/edited-post'
import { BlogTime } from './blog-time'

const words = { scheduled: 'To be published', published: 'Published' }

/** Shows the state of a post: draft, scheduled or published, with its date. */
export function PostState({
  post: { state, publishedAt },
  timeZone,
}: {
  post: EditedPost
  timeZone: string
}) {
  if (state === 'draft' || publishedAt === null)
    return <p className="admin-muted">Draft, not public yet.</p>
  return (
    <p className="admin-muted">
      {words[state]} <BlogTime value={new Date(publishedAt)} timeZone={timeZone} />
    </p>
  )
}
