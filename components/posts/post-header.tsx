import { use } from 'react'
import { CommentCount } from '@/components/comments/comment-count'
import { DateTime } from '@/components/ui/date-time'
import { RecordView } from '@/components/views/record-view'
import type { Post } from '@/lib/posts/post'
import { getBlog } from '@/lib/settings/get-blog'

type Props = {
  post: Post
  /** What readers made of it; absent where it is shown to one of them before its time, which counts nothing. */
  read?: { views: number; comments: number }
}

export function PostHeader({ post, read }: Props) {
  return (
    <header>
      <h1 className="font-medium text-title tracking-tight" dir="auto">
        {post.title}
      </h1>
      {post.summary !== '' && (
        <p className="mt-5 text-lead text-muted italic" dir="auto">
          {post.summary}
        </p>
      )}
      <p className="mt-6 flex flex-wrap gap-x-5 gap-y-1 border-rule border-b pb-6 font-sans text-fine text-muted">
        <DateTime value={post.publishedAt} />
        {read && (
          <>
            <RecordView slug={post.slug} views={read.views} language={use(getBlog()).language} />
            <a href="#comments">
              <CommentCount comments={read.comments} />
            </a>
          </>
        )}
        {post.tags.length > 0 && <span>{post.tags.join(', ')}</span>}
      </p>
    </header>
  )
}
