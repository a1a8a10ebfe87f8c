import { getTranslations } from 'next-intl/server'
import { sectionPage } from '@/app/admin/section-page'
import { HiddenFields, Options } from '@/components/admin/admin-form'
import { AdminNotice } from '@/components/admin/admin-notice'
import { AdminTabs, sectionMetadata } from '@/components/admin/admin-page'
import { statsDownloadPath, statsPath } from '@/components/admin/stats/stats-path'
import { statsQuery } from '@/components/admin/stats/stats-query'
import { StatsTotal } from '@/components/admin/stats/stats-total'
import { ViewsChart } from '@/components/admin/stats/views-chart'
import { NotFound } from '@/lib/errors'
import { getBlog } from '@/lib/settings/get-blog'
import { getTopPosts } from '@/lib/views/stats/get-top-posts'
import { findCountedPost, getViewsByDay } from '@/lib/views/stats/get-views-by-day'
import { spans } from '@/lib/views/stats/span'
import { AllStats, SourceStats } from './all-stats'
import '@/components/admin/comments/moderated-comments.css'
import '@/components/admin/stats/stats.css'

export const generateMetadata = sectionMetadata('stats')

/** The number of posts to choose from, most viewed first. */
const choicesMax = 500

/** Shows counted, uncounted and suspicious views. */
export default sectionPage('stats', async (actor, query) => {
  const { span, post: slug } = statsQuery.parse(query)
  const post = slug === undefined ? undefined : await findCountedPost(actor, slug).catch(orNone)
  const shown = { span, post: post?.slug }
  const [stats, counted, t] = await Promise.all([
    getViewsByDay(actor, { span, postId: post?.id }),
    getTopPosts(actor, 'all', { max: choicesMax }),
    getTranslations('stats'),
  ])
  const isListed = !post || counted.some(({ slug }) => slug === post.slug)
  const choices = isListed ? counted : [post, ...counted]
  return (
    <>
      {slug !== undefined && !post && <AdminNotice error="post" />}
      <AdminTabs
        label={t('span.label')}
        tabs={spans.map((one) => ({
          href: statsPath({ ...shown, span: one }),
          isCurrent: one === span,
          text: t(`span.${one}`),
        }))}
      />
      <form action="/admin/stats" className="admin-filter">
        <HiddenFields of={{ span }} />
        {/* On phones, the list needs a line of its own: “All posts” is long in German. */}
        <label className="basis-56">
          <span className="sr-only">{t('post.label')}</span>
          <select name="post" defaultValue={post?.slug ?? ''}>
            <option value="">{t('post.all')}</option>
            <Options of={choices.map(({ slug, title }) => [slug, title || slug])} />
          </select>
        </label>
        <button type="submit">{t('post.submit')}</button>
      </form>
      <section className="admin-section" aria-label={t('viewsByDay')}>
        <h2 dir="auto">{post ? <bdi>{post.title}</bdi> : t('allPosts')}</h2>
        <StatsTotal stats={stats} span={span} />
        {span !== '1' && <ViewsChart {...stats} />}
        <p className="stats-links">
          <a href={statsDownloadPath(shown, 'days')}>{t('downloadDays')}</a>
          {!post && <a href={statsDownloadPath(shown, 'posts')}>{t('downloadPosts')}</a>}
        </p>
        <p className="admin-muted">{t('timeZone', { zone: (await getBlog()).timeZone })}</p>
      </section>
      {post ? (
        <SourceStats actor={actor} span={span} views={stats.views} postId={post.id} />
      ) : (
        <AllStats actor={actor} span={span} views={stats.views} />
      )}
    </>
  )
})

function orNone(error: unknown): undefined {
  if (!(error instanceof NotFound)) throw error
}
