import { use } from 'react'
import { CommentCount } from '@/components/comments/comment-count'
import { DateTime } from '@/components/ui/date-time'
import { ViewCount } from '@/components/views/view-count'
import { postPath } from '@/lib/paths'
import type { PostSummary } from '@/lib/posts/post'
import type { Blog } from '@/lib/settings/get-blog'
import { markedLanguage } from '@/lib/settings/page-language'
import { CoverImage } from './cover-image'

type Props = { posts: PostSummary[]; blog: Pick<Blog, 'language'> }

export function PostList({ posts, blog }: Props) {
  return (
    <ol className="space-y-14 sm:space-y-16">
      {posts.map((post) => (
        <li key={post.slug}>
          <PostEntry post={post} blog={blog} />
        </li>
      ))}
    </ol>
  )
}

function PostEntry({ post, blog }: { post: PostSummary; blog: Props['blog'] }) {
  const path = postPath(post.slug)
  const own = use(markedLanguage(blog.language))
  return (
    <article aria-labelledby={`post-${post.slug}`}>
      {post.cover !== '' && (
        // Not focusable: the title below links to the same post.
        <a href={path} tabIndex={-1} lang={own} className="mb-5 block">
          <CoverImage src={post.cover} alt={post.coverAlt || post.title} />
        </a>
      )}
      <p className="font-sans text-fine text-muted">
        <DateTime value={post.publishedAt} />
      </p>
      <h2
        id={`post-${post.slug}`}
        lang={own}
        className="mt-1.5 font-medium text-heading tracking-tight"
        dir="auto"
      >
        <a href={path} className="decoration-transparent">
          {post.title}
        </a>
      </h2>
      {post.summary !== '' && (
        <p lang={own} className="mt-2 text-muted" dir="auto">
          {post.summary}
        </p>
      )}
      <p className="mt-3 flex flex-wrap gap-x-5 font-sans text-fine text-muted">
        <a href={`${path}#comments`}>
          <CommentCount comments={post.comments} />
        </a>
        <ViewCount views={post.views} />
      </p>
    </article>
  )
}
