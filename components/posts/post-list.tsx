import { useTranslations } from 'next-intl'
import { type ReactNode, use } from 'react'
import { CommentCount } from '@/components/comments/comment-count'
import { DateTime } from '@/components/ui/date-time'
import { ViewCount } from '@/components/views/view-count'
import { postPath } from '@/lib/paths'
import type { PostSummary } from '@/lib/posts/post'
import type { NextPost } from '@/lib/posts/reading/get-next-post'
import { getBlog } from '@/lib/settings/get-blog'
import { markedLanguage } from '@/lib/settings/page-language'
import { CoverImage } from './cover-image'

type Props = {
  posts: PostSummary[]
  /** The first post is the newest of the blog, and is shown larger than the others. */
  hasLead?: boolean
}

export function PostList({ posts, hasLead = false }: Props) {
  return (
    <ol className="post-list">
      {posts.map((post, index) => (
        <li key={post.slug}>
          <PostEntry post={post} isLead={hasLead && index === 0}>
            <p className="post-facts">
              <DateTime value={post.publishedAt} />
              {post.comments > 0 && (
                <a href={`${postPath(post.slug)}#comments`}>
                  <CommentCount comments={post.comments} />
                </a>
              )}
              {post.views > 0 && <ViewCount views={post.views} />}
            </p>
          </PostEntry>
        </li>
      ))}
    </ol>
  )
}

type EntryProps = {
  post: NextPost
  isLead?: boolean
  heading?: 'h2' | 'h3'
  /** The id of the title. */
  titleId?: string
  children?: ReactNode
}

function PostEntry({
  post,
  isLead = false,
  heading: Heading = 'h2',
  titleId = `post-${post.slug}`,
  children,
}: EntryProps) {
  const { slug, title, summary, cover, coverAlt } = post
  const path = postPath(slug)
  const own = use(markedLanguage(use(getBlog()).language))
  // biome-ignore-start lint/a11y/useAnchorContent: the title below links to the same post.
  const thumbnail = cover !== '' && (
    <a href={path} tabIndex={-1} aria-hidden="true" lang={own}>
      <CoverImage src={cover} alt={coverAlt || title} place={isLead ? 'top' : 'list'} />
    </a>
  )
  // biome-ignore-end lint/a11y/useAnchorContent: as above.
  return (
    <article aria-labelledby={titleId} className="post-entry" data-lead={isLead || undefined}>
      {thumbnail}
      <Heading id={titleId} lang={own} dir="auto">
        <a href={path}>{title}</a>
      </Heading>
      {summary !== '' && (
        <p lang={own} dir="auto">
          {summary}
        </p>
      )}
      {children}
    </article>
  )
}

/** The link to another post at the end of a post. */
export function ReadNext({ post }: { post: NextPost }) {
  const t = useTranslations('posts')
  return (
    <section aria-labelledby="read-next" className="read-next print:hidden">
      <h2 id="read-next">{t('readNext')}</h2>
      <PostEntry post={post} heading="h3" titleId="read-next-title" />
    </section>
  )
}
