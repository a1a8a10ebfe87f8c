import { use } from 'react'
import { CommentCount } from '@/components/comments/comment-count'
import { DateTime } from '@/components/ui/date-time'
import { ViewCount } from '@/components/views/view-count'
import type { PostSummary } from '@/lib/posts/post'
import { getBlog } from '@/lib/settings/get-blog'
import { postPath } from './post-path'

export function PostList({ posts }: { posts: PostSummary[] }) {
  return (
    <ol className="space-y-14 sm:space-y-16">
      {posts.map((post) => (
        <li key={post.slug}>
          <PostEntry post={post} />
        </li>
      ))}
    </ol>
  )
}

function PostEntry({ post }: { post: PostSummary }) {
  const path = postPath(post.slug)
  return (
    <article aria-labelledby={`post-${post.slug}`}>
      <p className="font-sans text-fine text-muted">
        <DateTime value={post.publishedAt} />
      </p>
      <h2 id={`post-${post.slug}`} className="mt-1.5 font-medium text-heading tracking-tight" dir="auto">
        <a href={path} className="decoration-transparent">
          {post.title}
        </a>
      </h2>
      {post.summary !== '' && (
        <p className="mt-2 text-muted" dir="auto">
          {post.summary}
        </p>
      )}
      <p className="mt-3 flex flex-wrap gap-x-5 font-sans text-fine text-muted">
        <a href={`${path}#comments`}>
          <CommentCount comments={post.comments} />
        </a>
        <ViewCount views={post.views} language={use(getBlog()).language} />
      </p>
    </article>
  )
}
