import { useTranslations } from 'next-intl'
import { richTags } from '@/components/i18n/rich-tags'
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
  const [t, posted] = [useTranslations('postList'), useTranslations('posts')]
  const comments = useTranslations('comments')
  const rows = posts.map((post) => ({ ...post, title: post.title || posted('untitled') }))
  return (
    <ul className="admin-rows" aria-label={t('label')}>
      {rows.map((post) => (
        <li key={post.id}>
          <div className="post-row">
            {tab === 'deleted' ? (
              <span className="post-row-title" dir="auto">
                {post.title}
              </span>
            ) : (
              <a href={adminPostPath(post.id)} className="post-row-title" dir="auto">
                {post.title}
              </a>
            )}
            <p className="admin-muted">
              <PostMoment post={post} tab={tab} timeZone={timeZone} />
              <ViewCount views={post.views} language="en" />
              <span>{comments('count', { count: post.comments })}</span>
            </p>
          </div>
          {tab === 'published' && (
            <a href={postPath(post.slug)} className="admin-link">
              {t.rich('view', { ...richTags, title: post.title })}
            </a>
          )}
          {tab === 'deleted' && (
            <form action={restore}>
              <input type="hidden" name="id" value={post.id} />
              <button type="submit" className="admin-link">
                {t.rich('restore', { ...richTags, title: post.title })}
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
  const t = useTranslations('postList.dates')
  const moments = {
    draft: post.updatedAt,
    scheduled: post.publishedAt,
    published: post.publishedAt,
    deleted: post.deletedAt ?? post.updatedAt,
  }
  const date = () => <BlogTime value={moments[tab]} timeZone={timeZone} />
  return <span>{t.rich(tab, { date })}</span>
}
