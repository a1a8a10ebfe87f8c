import { CommentCount } from '@/components/comments/comment-count'
import { DateTime } from '@/components/ui/date-time'
import { RecordView } from '@/components/views/record-view'
import type { Post } from '@/lib/posts/post'
import type { Blog } from '@/lib/settings/get-blog'

type Props = { post: Post; views: number; comments: number; readingMinutes: number; blog: Blog }

export function PostHeader({ post, views, comments, readingMinutes, blog }: Props) {
  return (
    <header>
      <h1 className="post-title font-medium text-title tracking-tight" dir="auto">
        {post.title}
      </h1>
      {post.summary !== '' && (
        <p className="post-summary mt-5 text-lead text-muted italic" dir="auto">
          {post.summary}
        </p>
      )}
      <p className="mt-6 flex flex-wrap gap-x-5 gap-y-1 border-rule border-b pb-6 font-sans text-fine text-muted">
        <DateTime value={post.publishedAt} blog={blog} />
        {blog.author !== '' && <bdi>{blog.author}</bdi>}
        <span>{readingMinutes} min read</span>
        <a href="#comments">
          <CommentCount comments={comments} />
        </a>
        {/* Last, so that the room it keeps to grow in is not seen. */}
        <RecordView slug={post.slug} views={views} />
      </p>
    </header>
  )
}
