import { use } from 'react'
import { CommentCount } from '@/components/comments/comment-count'
import { DateTime } from '@/components/ui/date-time'
import { ViewCount } from '@/components/views/view-count'
import { postPath } from '@/lib/paths'
import type { PostSummary } from '@/lib/posts/post'
import type { Blog } from '@/lib/settings/get-blog'
import { markedLanguage } from '@/lib/settings/page-language'
import { CoverImage } from './cover-image'

type Props = {
  posts: PostSummary[]
  blog: Pick<Blog, 'language'>
  /** The first post is the newest of the blog, and is shown larger than the others. */
  hasLead?: boolean
}

export function PostList({ posts, blog, hasLead = false }: Props) {
  return (
    <ol className="post-list">
      {posts.map((post, index) => (
        <li key={post.slug}>
          <PostEntry post={post} blog={blog} isLead={hasLead && index === 0} />
        </li>
      ))}
    </ol>
  )
}

type EntryProps = { post: PostSummary; blog: Props['blog']; isLead: boolean }

function PostEntry({ post, blog, isLead }: EntryProps) {
  const path = postPath(post.slug)
  const own = use(markedLanguage(blog.language))
  return (
    <article
      aria-labelledby={`post-${post.slug}`}
      className="post-entry"
      data-lead={isLead || undefined}
    >
      {post.cover !== '' && (
        // Not focusable: the title below links to the same post.
        <a href={path} tabIndex={-1} lang={own}>
          <CoverImage
            src={post.cover}
            alt={post.coverAlt || post.title}
            place={isLead ? 'top' : 'list'}
          />
        </a>
      )}
      <h2 id={`post-${post.slug}`} lang={own} dir="auto">
        <a href={path}>{post.title}</a>
      </h2>
      {post.summary !== '' && (
        <p lang={own} dir="auto">
          {post.summary}
        </p>
      )}
      <p className="post-facts">
        <DateTime value={post.publishedAt} />
        {post.comments > 0 && (
          <a href={`${path}#comments`}>
            <CommentCount comments={post.comments} />
          </a>
        )}
        {post.views > 0 && <ViewCount views={post.views} />}
      </p>
    </article>
  )
}
