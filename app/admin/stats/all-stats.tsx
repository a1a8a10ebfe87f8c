import { getTranslations } from 'next-intl/server'
import { LiveFigures } from '@/components/admin/stats/live-stats'
import { figuresPath } from '@/components/admin/stats/stats-path'
import { FiguresRanking, type Ranked } from '@/components/admin/stats/stats-ranking'
import { SuspectList } from '@/components/admin/stats/suspect-list'
import { SuspectVerdicts } from '@/components/admin/stats/suspect-verdicts'
import { ClientMessages } from '@/components/i18n/client-messages'
import { hasText } from '@/components/i18n/has-text'
import type { Actor } from '@/lib/auth/actor'
import { getLiveViews } from '@/lib/views/stats/get-live-views'
import { getRefusals, getSources, type Sources } from '@/lib/views/stats/get-sources'
import { getTopPosts } from '@/lib/views/stats/get-top-posts'
import type { Span } from '@/lib/views/stats/span'
import { listSuspects, listVerdicts } from '@/lib/views/stats/suspects'

type Act = (form: FormData) => Promise<never>
type Props = { actor: Actor; span: Span; views: number; accept: Act; drop: Act; undo: Act }

/**
 * The statistics of all posts together. Referrers are not stored per post, to avoid linking readers
 * to posts.
 */
export async function FiguresOfAll({ actor, span, views, accept, drop, undo }: Props) {
  const [live, posts, referrers, devices, refusals, suspects, verdicts] = await Promise.all([
    getLiveViews(actor),
    getTopPosts(actor, span),
    getSources(actor, { span, kind: 'referrer' }),
    getSources(actor, { span, kind: 'device' }),
    getRefusals(actor, span),
    listSuspects(actor),
    listVerdicts(actor),
  ])
  const t = await getTranslations('stats')
  const [refused, device] = await Promise.all([
    getTranslations('stats.refusals'),
    getTranslations('stats.devices'),
  ])
  const postRows = posts.map(({ slug, title, ...compared }) => ({
    ...compared,
    key: slug,
    name: <a href={figuresPath({ span, post: slug })}>{title}</a>,
  }))
  return (
    <>
      <ClientMessages namespaces={['statsClient']}>
        <LiveFigures drawn={live} />
      </ClientMessages>
      <FiguresRanking
        title={t('rankings.posts')}
        of={t('rankings.post')}
        rows={postRows}
        nothing={t('rankings.empty')}
      />
      <div className="figures-beside">
        <FiguresRanking
          title={t('rankings.referrers')}
          of={t('rankings.site')}
          rows={sourceRows(referrers, views, t('rankings.unknown'))}
          nothing={t('rankings.empty')}
        />
        <FiguresRanking
          title={t('rankings.devices')}
          of={t('rankings.device')}
          rows={sourceRows(devices, views, t('rankings.unknown'), (name) =>
            hasText(device, name) ? device(name) : name,
          )}
          nothing={t('rankings.empty')}
        />
      </div>
      <FiguresRanking
        title={t('rankings.notCounted')}
        of={t('rankings.reason')}
        rows={refusals.map(({ name, ...compared }) => ({
          ...compared,
          key: name,
          name: hasText(refused, name) ? refused(name) : name,
        }))}
        nothing={t('rankings.allCounted')}
      />
      <section className="admin-section" aria-label={t('suspects.title')}>
        <h2>{t('suspects.title')}</h2>
        <p className="admin-muted">{t('suspects.about')}</p>
        <SuspectList suspects={suspects} span={span} accept={accept} drop={drop} />
        <SuspectVerdicts verdicts={verdicts} span={span} undo={undo} />
      </section>
    </>
  )
}

/**
 * Returns the rows of a ranking of sources, with a row for the views of unknown origin: direct
 * visits, visits with privacy signals and imported views.
 */
function sourceRows(
  { names, views: known }: Sources,
  views: number,
  unknownName: string,
  nameOf = (name: string) => name,
): Ranked[] {
  const rows: Ranked[] = names.map(({ name, ...compared }) => ({
    ...compared,
    key: name,
    name: nameOf(name),
  }))
  const unknown = views - known
  return unknown > 0
    ? [...rows, { key: '', name: unknownName, views: unknown, before: null }]
    : rows
}
