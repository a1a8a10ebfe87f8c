import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { adminPostsPath, readAdminPostsQuestion } from '@/components/admin/posts/admin-posts-query'
import { DeletedNotice, PostNotice } from '@/components/admin/posts/post-notice'
import { PostRows } from '@/components/admin/posts/post-rows'
import { PostSearch } from '@/components/admin/posts/post-search'
import { PostTabs } from '@/components/admin/posts/post-tabs'
import { requireStaff } from '@/lib/http/session/require-staff'
import { listPostsForAdmin } from '@/lib/posts/editing/list-posts-for-admin'
import { postId } from '@/lib/posts/editing/parse-post-id'
import { getBlog } from '@/lib/settings/get-blog'
import { create, restore } from './actions'
import '@/components/admin/comments/moderated-comments.css'
import '@/components/admin/posts/posts.css'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('admin'))('sections.posts') }
}

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

const word = (value: string | string[] | undefined) =>
  typeof value === 'string' ? value : undefined

/** Lists all posts in four tabs. */
export default async function AdminPostsPage({ searchParams }: Props) {
  const given = await searchParams
  const question = readAdminPostsQuestion(given)
  const actor = await requireStaff(adminPostsPath(question), 'owner')
  const [{ posts, hasMore, counts }, { timeZone }] = await Promise.all([
    listPostsForAdmin(actor, question),
    getBlog(),
  ])
  const deleted = postId.safeParse(given.deleted).data
  const { tab, page } = question
  const [t, admin] = await Promise.all([getTranslations('postList'), getTranslations('admin')])
  return (
    <>
      <div className="posts-head">
        <h1>{admin('sections.posts')}</h1>
        <form action={create}>
          <button type="submit" className="admin-button">
            {t('new')}
          </button>
        </form>
      </div>
      {deleted === undefined ? (
        <PostNotice done={word(given.done)} fault={word(given.fault)} />
      ) : (
        <DeletedNotice id={deleted} restore={restore} />
      )}
      <PostTabs question={question} counts={counts} />
      <PostSearch question={question} />
      {posts.length > 0 ? (
        <PostRows posts={posts} tab={tab} timeZone={timeZone} restore={restore} />
      ) : (
        <p className="admin-empty">
          {t('empty')}
          {/* This tab is shown first. Published posts are one tab further. */}
          {tab === 'draft' && counts.published > 0 && (
            <>
              {' '}
              <a href={adminPostsPath({ ...question, tab: 'published', page: 1 })}>
                {t('published', { count: counts.published })}
              </a>
            </>
          )}
        </p>
      )}
      <nav aria-label={admin('pages')} className="admin-pages">
        {page > 1 && (
          <a href={adminPostsPath({ ...question, page: page - 1 })} rel="prev">
            {t('previous')}
          </a>
        )}
        {hasMore && (
          <a href={adminPostsPath({ ...question, page: page + 1 })} rel="next">
            {t('next')}
          </a>
        )}
      </nav>
    </>
  )
}
