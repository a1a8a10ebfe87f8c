import { getTranslations } from 'next-intl/server'
import { FilterForm } from '@/components/admin/admin-form'
import { AdminNotice } from '@/components/admin/admin-notice'
import {
  type AdminPageProps,
  AdminTabs,
  SectionHead,
  sectionMetadata,
} from '@/components/admin/admin-page'
import { formatChange } from '@/components/admin/stats/format-stats'
import { statsDownloadPath, statsPath } from '@/components/admin/stats/stats-path'
import { readStatsQuery } from '@/components/admin/stats/stats-query'
import { ViewsChart } from '@/components/admin/stats/views-chart'
import { NotFound } from '@/lib/errors'
import { requireStaff } from '@/lib/http/session/require-staff'
import { getBlog } from '@/lib/settings/get-blog'
import { findCountedPost, getViewsByDay } from '@/lib/views/stats/get-views-by-day'
import { spans } from '@/lib/views/stats/span'
import { AllStats } from './all-stats'
import '@/components/admin/comments/moderated-comments.css'
import '@/components/admin/stats/stats.css'

export const generateMetadata = sectionMetadata('stats')

/** Shows counted, uncounted and suspect views. */
export default async function StatsPage({ searchParams }: AdminPageProps) {
  const actor = await requireStaff('/admin/stats', 'owner')
  const { span, post: slug } = readStatsQuery(await searchParams)
  const post = slug === undefined ? undefined : await findCountedPost(actor, slug).catch(orNone)
  const shown = { span, post: post?.slug }
  const stats = await getViewsByDay(actor, { span, postId: post?.id })
  const { views, before } = stats
  const [t, client] = await Promise.all([getTranslations('stats'), getTranslations('statsClient')])
  return (
    <>
      <SectionHead name="stats" searchParams={searchParams} />
      {slug !== undefined && !post && <AdminNotice fault="post" />}
      <AdminTabs
        label={t('span.label')}
        tabs={spans.map((one) => ({
          href: statsPath({ ...shown, span: one }),
          isCurrent: one === span,
          text: t(`span.${one}`),
        }))}
      />
      <section className="admin-section" aria-label={t('viewsByDay')}>
        <h2 dir="auto">{post ? <bdi>{post.title}</bdi> : t('allPosts')}</h2>
        <p className="figures-sum">
          {client.rich('total', { views, strong: (chunks) => <strong>{chunks}</strong> })}
          {before !== null && (
            <span className="admin-muted">
              {' '}
              {t('previous', {
                change: formatChange({ views, before }) ?? 'none',
                before,
                span: t(`span.${span}`),
              })}
            </span>
          )}
        </p>
        <ViewsChart {...stats} />
        <p className="figures-links">
          {post && <a href={statsPath({ span })}>{t('ofAllPosts')}</a>}
          <a href={statsDownloadPath(shown, 'days')}>{t('downloadDays')}</a>
          {!post && <a href={statsDownloadPath(shown, 'posts')}>{t('downloadPosts')}</a>}
        </p>
        <FilterForm
          action="/admin/stats"
          fields={{ span }}
          label={t('post.label')}
          submit={t('post.submit')}
          name="post"
          placeholder={t('post.placeholder')}
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <p className="admin-muted">{t('timeZone', { zone: (await getBlog()).timeZone })}</p>
      </section>
      {!post && <AllStats actor={actor} span={span} views={views} />}
    </>
  )
}

function orNone(error: unknown): undefined {
  if (!(error instanceof NotFound)) throw error
}
