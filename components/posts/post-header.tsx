import { useLocale, useTranslations } from 'next-intl'
import { CommentCount } from '@/components/comments/comment-count'
import { ContentLang } from '@/components/ui/content-lang'
import { DateTime } from '@/components/ui/date-time'
import { CountedViews } from '@/components/views/counted-views'
import { type Post, showsComments } from '@/lib/posts/post'
import type { Blog } from '@/lib/settings/get-blog'

export type HeaderProps = {
  post: Post
  blog: Blog
  readingMinutes: number
  /** View and comment counts. Absent in previews of unpublished posts, which do not count views. */
  read?: { views: number; comments: number }
}

export function PostHeader({ post, blog, readingMinutes, read }: HeaderProps) {
  const t = useTranslations('posts')
  const author = post.author || blog.author
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
      <p
        lang={useLocale()}
        className={
          'mt-6 flex flex-wrap gap-x-4 gap-y-1 border-rule border-b pb-6 ' +
          'font-sans text-fine text-muted sm:text-small'
        }
      >
        {!post.isPage && (
          <>
            <DateTime value={post.publishedAt} />
            {author !== '' && <ContentLang>{author}</ContentLang>}
            <span>{t('readingTime', { minutes: readingMinutes })}</span>
          </>
        )}
        {read && (
          <>
            {showsComments(post, read.comments) && (
              <a href="#comments">
                <CommentCount comments={read.comments} />
              </a>
            )}
            {/* Last in the row, so that its reserved space is invisible. */}
            <CountedViews slug={post.slug} views={read.views} />
          </>
        )}
      </p>
    </header>
  )
}
