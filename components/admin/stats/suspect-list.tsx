import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { richTags } from '@/components/i18n/rich-tags'
import type { Crowd, Suspects } from '@/lib/views/stats/suspects'
import { formatDay, formatNumber } from './format-stats'

type Act = (form: FormData) => Promise<never>
type Props = { suspects: Suspects; span: string; accept: Act; drop: Act }

/**
 * Lists suspiciously fast views from one network, to be counted or discarded. The buttons for all
 * of them are inside a closed disclosure.
 */
export function SuspectList({ suspects: { crowds, count, views }, span, accept, drop }: Props) {
  const t = useTranslations('stats.suspects')
  const newest = crowds[0]?.day
  if (newest === undefined) return <p className="admin-muted">{t('empty')}</p>
  return (
    <>
      <ul className="admin-rows">
        {crowds.map((crowd) => (
          <li key={`${crowd.day} ${crowd.network}`}>
            <div>
              <p>{t('crowd', { day: formatDay(crowd.day), views: crowd.views })}</p>
              <CrowdPosts crowd={crowd} />
            </div>
            <div className="figures-verdicts">
              <Verdict act={accept} of={crowd} span={span}>
                {t.rich('accept', { ...richTags, day: formatDay(crowd.day), views: crowd.views })}
              </Verdict>
              <Verdict act={drop} of={crowd} span={span}>
                {t.rich('drop', { ...richTags, day: formatDay(crowd.day), views: crowd.views })}
              </Verdict>
            </div>
          </li>
        ))}
      </ul>
      {count > 1 && (
        <details>
          <summary className="admin-link">{t('all', { count, views })}</summary>
          <div className="figures-verdicts">
            <Verdict act={accept} of={{ day: newest }} span={span}>
              {t('acceptAll')}
            </Verdict>
            <Verdict act={drop} of={{ day: newest }} span={span}>
              {t('dropAll')}
            </Verdict>
          </div>
        </details>
      )}
    </>
  )
}

function CrowdPosts({ crowd: { posts } }: { crowd: Crowd }) {
  return (
    <p className="admin-muted">
      {posts.map(({ slug, title, views }, at) => (
        <span key={slug}>
          {at > 0 && ', '}
          <bdi>{title}</bdi>
          {posts.length > 1 && ` (${formatNumber(views)})`}
        </span>
      ))}
    </p>
  )
}

type VerdictProps = {
  act: Act
  of: { day: string; network?: string }
  span: string
  children: ReactNode
}

function Verdict({ act, of: { day, network }, span, children }: VerdictProps) {
  return (
    <form action={act}>
      <input type="hidden" name="span" value={span} />
      <input type="hidden" name="day" value={day} />
      {network && <input type="hidden" name="network" value={network} />}
      <button type="submit" className="admin-link">
        {children}
      </button>
    </form>
  )
}
