import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { AdminNotice } from '@/components/admin/admin-notice'
import { PostChoice } from '@/components/admin/stats/post-choice'
import { SpanTabs } from '@/components/admin/stats/span-tabs'
import { readFiguresQuestion } from '@/components/admin/stats/stats-query'
import { ViewsChart } from '@/components/admin/stats/views-chart'
import { ViewsSum } from '@/components/admin/stats/views-sum'
import { NotFound } from '@/lib/errors'
import { requireStaff } from '@/lib/http/session/require-staff'
import { getBlog } from '@/lib/settings/get-blog'
import { findCountedPost, getViewsByDay } from '@/lib/views/stats/get-views-by-day'
import { accept, drop, undo } from './actions'
import { FiguresOfAll } from './all-stats'
import '@/components/admin/comments/moderated-comments.css'
import '@/components/admin/stats/stats.css'
import { figuresDownloadPath, figuresPath } from '@/components/admin/stats/stats-path'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('admin'))('sections.stats') }
}

type Props = { searchParams: Promise<Record<string, string | undefined>> }

/**
 * Shows counted views, uncounted views with the reasons, and suspect views for the owner to decide
 * on.
 */
export default async function FiguresPage({ searchParams }: Props) {
  const { fault, done, ...parameters } = await searchParams
  const actor = await requireStaff('/admin/stats', 'owner')
  const question = readFiguresQuestion(parameters)
  const post =
    question.post === undefined
      ? undefined
      : await findCountedPost(actor, question.post).catch(notThere)
  const figures = await getViewsByDay(actor, { span: question.span, postId: post?.id })
  const shown = { span: question.span, post: post?.slug }
  const t = await getTranslations('stats')
  return (
    <>
      <h1>{(await getTranslations('admin'))('sections.stats')}</h1>
      <AdminNotice fault={question.post !== undefined && !post ? 'post' : fault} done={done} />
      <SpanTabs question={shown} />
      <section className="admin-section" aria-label={t('viewsByDay')}>
        <h2 dir="auto">{post ? <bdi>{post.title}</bdi> : t('allPosts')}</h2>
        <ViewsSum views={figures.views} before={figures.before} span={question.span} />
        <ViewsChart {...figures} />
        <p className="figures-links">
          {post && <a href={figuresPath({ span: question.span })}>{t('ofAllPosts')}</a>}
          <a href={figuresDownloadPath(shown, 'days')}>{t('downloadDays')}</a>
          {!post && <a href={figuresDownloadPath(shown, 'posts')}>{t('downloadPosts')}</a>}
        </p>
        <PostChoice span={question.span} />
        <p className="admin-muted">{t('timeZone', { zone: (await getBlog()).timeZone })}</p>
      </section>
      {!post && (
        <FiguresOfAll
          actor={actor}
          span={question.span}
          views={figures.views}
          accept={accept}
          drop={drop}
          undo={undo}
        />
      )}
    </>
  )
}

function notThere(error: unknown): undefined {
  if (!(error instanceof NotFound)) throw error
}
