import { LiveFigures } from '@/components/admin/stats/live-stats'
import { figuresPath } from '@/components/admin/stats/stats-path'
import { FiguresRanking, type Ranked } from '@/components/admin/stats/stats-ranking'
import { deviceNames, reasonNames } from '@/components/admin/stats/stats-words'
import { SuspectList } from '@/components/admin/stats/suspect-list'
import { SuspectVerdicts } from '@/components/admin/stats/suspect-verdicts'
import type { Actor } from '@/lib/auth/actor'
import { getLiveViews } from '@/lib/views/stats/get-live-views'
import { getRefusals, getSources, type Sources } from '@/lib/views/stats/get-sources'
import { getTopPosts } from '@/lib/views/stats/get-top-posts'
import { listSuspects } from '@/lib/views/stats/list-suspects'
import { listVerdicts } from '@/lib/views/stats/list-verdicts'
import type { Span } from '@/lib/views/stats/span'

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
  const postRows = posts.map(({ slug, title, ...compared }) => ({
    ...compared,
    key: slug,
    name: <a href={figuresPath({ span, post: slug })}>{title}</a>,
  }))
  return (
    <>
      <LiveFigures drawn={live} />
      <FiguresRanking title="Most read" of="Post" rows={postRows} nothing="Nothing was read." />
      <div className="figures-beside">
        <FiguresRanking
          title="Referrers"
          of="Site"
          rows={sourceRows(referrers, views)}
          nothing="Nothing was read."
        />
        <FiguresRanking
          title="Devices"
          of="Kind"
          rows={sourceRows(devices, views, deviceNames)}
          nothing="Nothing was read."
        />
      </div>
      <FiguresRanking
        title="Not counted"
        of="Reason"
        rows={refusals.map(({ name, ...compared }) => ({
          ...compared,
          key: name,
          name: reasonNames[name] ?? name,
        }))}
        nothing="Everything was counted."
      />
      <section className="admin-section" aria-label="Suspect views">
        <h2>Suspect views</h2>
        <p className="admin-muted">
          Views by more than thirty new readers of one network in ten minutes may be forged. They
          are not included in the view counts until you accept them.
        </p>
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
  words: Record<string, string> = {},
): Ranked[] {
  const rows: Ranked[] = names.map(({ name, ...compared }) => ({
    ...compared,
    key: name,
    name: words[name] ?? name,
  }))
  const unknown = views - known
  return unknown > 0 ? [...rows, { key: '', name: 'Unknown', views: unknown, before: null }] : rows
}
