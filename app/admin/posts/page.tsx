import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { ButtonForm, FilterForm } from '@/components/admin/admin-form'
import { PostNotice } from '@/components/admin/admin-notice'
import {
  type AdminPageProps,
  AdminRows,
  AdminTabs,
  sectionMetadata,
} from '@/components/admin/admin-page'
import { adminCommentsPath } from '@/components/admin/comments/moderation-query'
import { adminPostsPath, adminPostsQuery } from '@/components/admin/posts/admin-posts-query'
import { statsPath } from '@/components/admin/stats/stats-path'
import { richTags } from '@/components/i18n/rich-tags'
import { DateTime } from '@/components/ui/date-time'
import { ViewCount } from '@/components/views/view-count'
import { requireStaff } from '@/lib/http/session/require-staff'
import { postPath } from '@/lib/paths'
import { type AdminPostSummary, postTabs } from '@/lib/posts/editing/admin-posts'
import { listPostsForAdmin } from '@/lib/posts/editing/list-posts-for-admin'
import { rowId } from '@/lib/text/row-id'
import { restore } from './actions'
import '@/components/admin/comments/moderated-comments.css'
import '@/components/admin/posts/posts.css'

export const generateMetadata = sectionMetadata('posts')

/** The list of posts or, at `/admin/pages`, of pages. */
export default async function AdminPostsPage({
  searchParams,
  isPage = false,
}: AdminPageProps & { isPage?: boolean }) {
  const { deleted, done, error, ...parameters } = await searchParams
  const query = { ...adminPostsQuery.parse(parameters), isPage }
  const kind = isPage ? 'page' : 'post'
  const actor = await requireStaff(adminPostsPath(query), isPage ? 'owner' : 'writer')
  const { posts, hasMore, counts } = await listPostsForAdmin(actor, query)
  const id = rowId.safeParse(deleted).data
  const { tab, search, page } = query
  const t = await getTranslations('postList')
  const admin = await getTranslations('admin')
  const post = await getTranslations('posts')
  const states = await getTranslations('postFormClient.bar.states')
  const comments = await getTranslations('comments')
  const dateOf = ({ status, publishedAt, updatedAt, deletedAt }: AdminPostSummary) => {
    if (status === 'draft') return updatedAt
    return status === 'deleted' ? (deletedAt ?? updatedAt) : publishedAt
  }
  const updateDate = (at: Date) => () => <DateTime value={at} withTime />
  return (
    <>
      <div className="posts-head">
        <h1>{admin(isPage ? 'sections.pages' : 'sections.posts')}</h1>
        <a href={`/admin/${kind}s/new`} className="admin-button">
          {t('new', { kind })}
        </a>
      </div>
      {id === undefined ? (
        <PostNotice done={done} error={error} />
      ) : (
        <div role="status" className="admin-notice">
          <form action={restore}>
            <input type="hidden" name="id" value={id} /> {t('deleted', { kind })}{' '}
            <button type="submit" className="admin-link">
              {t('undo')}
            </button>
          </form>
        </div>
      )}
      <AdminTabs
        label={t('tabs.label', { kind })}
        tabs={postTabs.map((one) => ({
          href: adminPostsPath({ ...query, tab: one, page: 1 }),
          isCurrent: one === tab,
          text: (
            <>
              {t(`tabs.${one}`)} <span>{counts[one]}</span>
            </>
          ),
        }))}
      />
      <search>
        <FilterForm
          action={`/admin/${kind}s`}
          fields={{ tab: tab === 'all' ? undefined : tab }}
          label={t('search.label', { kind })}
          submit={t('search.submit')}
          defaultValue={search}
          placeholder={t('search.placeholder')}
        />
      </search>
      <AdminRows label={t('label', { kind })} empty={t('empty', { kind })} emptyClass="admin-empty">
        {posts.map((summary) => {
          const { id, slug, status, views } = summary
          const title = summary.title || post('untitled')
          const date = () => <DateTime value={dateOf(summary)} withTime />
          /** A count. For the owner, it links to the counted items. */
          const counted = (href: string, count: ReactNode) =>
            actor.role === 'owner' ? (
              <a href={href} className="post-row-count">
                {count}
                <RowTitle title={title} />
              </a>
            ) : (
              <span>{count}</span>
            )
          return (
            <li key={id}>
              <div className="post-row">
                {status === 'deleted' ? (
                  <span className="post-row-title" dir="auto">
                    {title}
                  </span>
                ) : (
                  <a href={`/admin/posts/${id}`} className="post-row-title" dir="auto">
                    {title}
                  </a>
                )}
                <p className="admin-muted">
                  {status === 'draft' && <strong>{states(status)}</strong>}
                  <span>{t.rich(`dates.${status}`, { date })}</span>
                  {summary.isChanged && status !== 'deleted' && (
                    <a href={`/admin/posts/${id}/history#changes`} className="post-row-count">
                      <strong>
                        {summary.updateAt
                          ? t.rich('updateAt', { date: updateDate(summary.updateAt) })
                          : t('changed')}
                      </strong>
                      <RowTitle title={title} />
                    </a>
                  )}
                  {(status === 'published' || views > 0) && (
                    <>
                      {counted(statsPath({ span: '30', post: slug }), <ViewCount views={views} />)}
                      {counted(
                        adminCommentsPath({ status: 'published', post: slug }),
                        comments('count', { count: summary.comments }),
                      )}
                    </>
                  )}
                </p>
              </div>
              {status === 'published' && (
                <a href={postPath(slug, isPage)} className="admin-link">
                  {t.rich('view', { ...richTags, title })}
                </a>
              )}
              {status === 'deleted' && (
                <ButtonForm action={restore} fields={{ id }}>
                  {t.rich('restore', { ...richTags, title })}
                </ButtonForm>
              )}
            </li>
          )
        })}
      </AdminRows>
      <nav aria-label={admin('pages')} className="admin-pages">
        {page > 1 && (
          <a href={adminPostsPath({ ...query, page: page - 1 })} rel="prev">
            {t('previous')}
          </a>
        )}
        {hasMore && (
          <a href={adminPostsPath({ ...query, page: page + 1 })} rel="next">
            {t('next')}
          </a>
        )}
      </nav>
    </>
  )
}

/** The title of a post, which tells equal links in the list apart. */
const RowTitle = ({ title }: { title: string }) => (
  <span className="sr-only" dir="auto">
    {' '}
    {title}
  </span>
)
