import { getTranslations } from 'next-intl/server'
import { LiveStats } from '@/components/admin/stats/live-stats'
import { statsPath } from '@/components/admin/stats/stats-path'
import { StatsRanking, type StatsRow } from '@/components/admin/stats/stats-table'
import type { Actor } from '@/lib/auth/actor'
import { hasText } from '@/lib/i18n/has-text'
import { getLiveViews } from '@/lib/views/stats/get-live-views'
import { getRefusals, getSources, type Sources } from '@/lib/views/stats/get-sources'
import { getTopPosts } from '@/lib/views/stats/get-top-posts'
import type { NamedViews, Span } from '@/lib/views/stats/span'
import { listSuspects, listVerdicts } from '@/lib/views/stats/suspects'
import { Suspects } from './suspects'

type Props = { actor: Actor; span: Span; views: number }

/** The combined statistics of all posts. */
export async function AllStats({ actor, span, views }: Props) {
  const [live, posts, refusals, suspects, verdicts] = await Promise.all([
    getLiveViews(actor),
    getTopPosts(actor, span),
    getRefusals(actor, span),
    listSuspects(actor),
    listVerdicts(actor),
  ])
  const t = await getTranslations('stats.rankings')
  const refused = await getTranslations('stats.refusals')
  return (
    <>
      <LiveStats key={JSON.stringify(live)} initial={live} />
      <StatsRanking
        title={t('posts')}
        of={t('post')}
        rows={posts.map(({ slug, title, ...compared }) => ({
          ...compared,
          key: slug,
          name: <a href={statsPath({ span, post: slug })}>{title}</a>,
        }))}
        empty={t('empty')}
      />
      <SourceStats actor={actor} span={span} views={views} />
      <StatsRanking
        title={t('notCounted')}
        of={t('reason')}
        rows={rowsOf(refusals, (name) => (hasText(refused, name) ? refused(name) : name))}
        empty={t('allCounted')}
      />
      <Suspects suspects={suspects} verdicts={verdicts} span={span} />
    </>
  )
}

type SourceProps = Props & { postId?: number | undefined }

/** The referrers and devices of all posts, or of one. */
export async function SourceStats({ actor, span, views, postId }: SourceProps) {
  const [referrers, devices, t, device] = await Promise.all([
    getSources(actor, { span, kind: 'referrer', postId }),
    getSources(actor, { span, kind: 'device', postId }),
    getTranslations('stats.rankings'),
    getTranslations('stats.devices'),
  ])
  // Views of unknown origin are direct visits, visits with privacy signals and imported views.
  const sourceRows = ({ names, views: known }: Sources, nameOf?: (name: string) => string) => [
    ...rowsOf(names, nameOf),
    ...(views > known ? [{ key: '', name: t('unknown'), views: views - known, before: null }] : []),
  ]
  return (
    <div className="stats-beside">
      <StatsRanking
        title={t('referrers')}
        of={t('site')}
        rows={sourceRows(referrers)}
        empty={t('empty')}
      />
      <StatsRanking
        title={t('devices')}
        of={t('device')}
        rows={sourceRows(devices, (name) => (hasText(device, name) ? device(name) : name))}
        empty={t('empty')}
      />
    </div>
  )
}

const rowsOf = (named: NamedViews[], nameOf = (name: string) => name): StatsRow[] =>
  named.map(({ name, ...compared }) => ({ ...compared, key: name, name: nameOf(name) }))
