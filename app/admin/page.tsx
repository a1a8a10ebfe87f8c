import { redirect } from 'next/navigation'
import { getFormatter, getTranslations } from 'next-intl/server'
import { signOut } from '@/app/admin/account/actions'
import { ButtonForm } from '@/components/admin/admin-form'
import { AdminSection, sectionMetadata } from '@/components/admin/admin-page'
import { statsPath } from '@/components/admin/stats/stats-path'
import { StatsTotal } from '@/components/admin/stats/stats-total'
import { DateTime } from '@/components/ui/date-time'
import type { Actor } from '@/lib/auth/actor'
import { countForAdmin } from '@/lib/comments/moderation/count-for-admin'
import { listForAdmin } from '@/lib/comments/moderation/list-for-admin'
import { requireStaff } from '@/lib/http/session/require-staff'
import { listUnfinishedPosts } from '@/lib/posts/editing/list-posts-for-admin'
import { countWord } from '@/lib/text/count-max'
import { getTopPosts } from '@/lib/views/stats/get-top-posts'
import { getViewsByDay } from '@/lib/views/stats/get-views-by-day'
import { listSuspects } from '@/lib/views/stats/suspects'
import '@/components/admin/stats/stats.css'

export const generateMetadata = sectionMetadata('home')

const shownMax = 5

/** Shows pending work and the posts read today to the owner, and their newest drafts to writers. */
export default async function AdminPage() {
  const actor = await requireStaff('/admin')
  if (actor.role === 'moderator') redirect('/admin/comments')
  const t = await getTranslations('admin')
  return (
    <>
      <h1>{t('sections.home')}</h1>
      <div className="admin-phone">
        <div className="flex gap-6">
          <a href="/" className="admin-link">
            {t('viewSite')}
          </a>
          <ButtonForm action={signOut}>{t('signOut')}</ButtonForm>
        </div>
      </div>
      <div className="admin-home-parts">
        {actor.role === 'owner' && (
          <>
            <Pending actor={actor} />
            <ReadToday actor={actor} />
          </>
        )}
        <Drafts actor={actor} />
      </div>
    </>
  )
}

async function Pending({ actor }: { actor: Actor }) {
  const [{ pending }, { comments }, suspects, t] = await Promise.all([
    countForAdmin(actor),
    listForAdmin(actor, { status: 'pending' }),
    listSuspects(actor),
    getTranslations('home'),
  ])
  return (
    <AdminSection title={t('pending')}>
      {pending === 0 && suspects.count === 0 && (
        <p className="admin-muted">{t('nothingPending')}</p>
      )}
      <ul className="admin-rows">
        {comments.slice(0, shownMax).map(({ id, authorName, createdAt, content, post }) => (
          <li key={id}>
            <div>
              <p className="line-clamp-2" dir="auto">
                {content}
              </p>
              <p className="admin-muted">
                {t.rich('comment', {
                  name: () => <bdi>{authorName}</bdi>,
                  post: () => <bdi>{post.title}</bdi>,
                  date: () => <DateTime value={createdAt} withTime />,
                })}
              </p>
            </div>
          </li>
        ))}
        {suspects.count > 0 && (
          <li>
            <a href="/admin/stats" className="admin-link">
              {t('suspects', { views: suspects.views })}
            </a>
          </li>
        )}
      </ul>
      {pending > 0 && (
        <a href="/admin/comments" className="admin-button">
          {t('review', { count: pending, number: countWord(pending) })}
        </a>
      )}
    </AdminSection>
  )
}

async function ReadToday({ actor }: { actor: Actor }) {
  const [stats, posts, t, format] = await Promise.all([
    getViewsByDay(actor, { span: '1' }),
    getTopPosts(actor, '1'),
    getTranslations('home'),
    getFormatter(),
  ])
  return (
    <AdminSection title={t('today')}>
      <StatsTotal stats={stats} span="1" />
      <ul className="admin-rows">
        {posts.slice(0, shownMax).map(({ slug, title, views }) => (
          <li key={slug}>
            <a href={statsPath({ span: '1', post: slug })} className="admin-link" dir="auto">
              {title}
            </a>
            <span className="admin-muted">{format.number(views)}</span>
          </li>
        ))}
      </ul>
      <a href="/admin/stats">{t('allStats')}</a>
    </AdminSection>
  )
}

async function Drafts({ actor }: { actor: Actor }) {
  const { posts, drafts } = await listUnfinishedPosts(actor, shownMax)
  const [t, post] = await Promise.all([getTranslations('home'), getTranslations('posts')])
  const list = await getTranslations('postList')
  return (
    <AdminSection title={t('drafts')}>
      {posts.length === 0 && <p className="admin-muted">{t('noDrafts')}</p>}
      <ul className="admin-rows">
        {posts.map(({ id, title, updatedAt, isChanged }) => (
          <li key={id}>
            <a href={`/admin/posts/${id}`} className="admin-link" dir="auto">
              {title || post('untitled')}
            </a>
            <span className="admin-muted">
              {isChanged && <>{list('changed')} · </>}
              <DateTime value={updatedAt} withTime />
            </span>
          </li>
        ))}
      </ul>
      <a href="/admin/posts?tab=draft">{t('allDrafts', { count: drafts })}</a>
    </AdminSection>
  )
}
