import { useFormatter, useTranslations } from 'next-intl'
import { ButtonForm } from '@/components/admin/admin-form'
import { AdminSection } from '@/components/admin/admin-page'
import { formatDay } from '@/components/admin/stats/format-stats'
import { richTags } from '@/components/i18n/rich-tags'
import { DateTime } from '@/components/ui/date-time'
import type { SuspectVerdict, Suspects as SuspectViews } from '@/lib/views/stats/suspects'
import { accept, drop, undo } from './actions'

type Props = { suspects: SuspectViews; verdicts: SuspectVerdict[]; span: string }

/**
 * Lists suspiciously fast views from one network, to be accepted or discarded, and the decisions of
 * the last day, which can be undone. The buttons for all views are inside a closed disclosure.
 */
export function Suspects({ suspects: { groups, count, views }, verdicts, span }: Props) {
  const t = useTranslations('stats.suspects')
  const format = useFormatter()
  const newest = groups[0]?.day
  return (
    <AdminSection title={t('title')} about={t('about')}>
      {newest === undefined && <p className="admin-muted">{t('empty')}</p>}
      {newest !== undefined && (
        <ul className="admin-rows">
          {groups.map(({ day, network, views, posts }) => {
            const about = { ...richTags, day: formatDay(format, day), views }
            return (
              <li key={`${day} ${network}`}>
                <div>
                  <p>{t('crowd', { day: formatDay(format, day), views })}</p>
                  <p className="admin-muted">
                    {posts.map((post, at) => (
                      <span key={post.slug}>
                        {at > 0 && ', '}
                        <bdi>{post.title}</bdi>
                        {posts.length > 1 && ` (${format.number(post.views)})`}
                      </span>
                    ))}
                  </p>
                </div>
                <div className="stats-verdicts">
                  <ButtonForm action={accept} fields={{ span, day, network }}>
                    {t.rich('accept', about)}
                  </ButtonForm>
                  <ButtonForm action={drop} fields={{ span, day, network }}>
                    {t.rich('drop', about)}
                  </ButtonForm>
                </div>
              </li>
            )
          })}
        </ul>
      )}
      {count > 1 && (
        <details>
          <summary className="admin-link">{t('all', { count, views })}</summary>
          <div className="stats-verdicts">
            <ButtonForm action={accept} fields={{ span, day: newest }}>
              {t('acceptAll')}
            </ButtonForm>
            <ButtonForm action={drop} fields={{ span, day: newest }}>
              {t('dropAll')}
            </ButtonForm>
          </div>
        </details>
      )}
      {verdicts.length > 0 && (
        <>
          <h3>{t('decisions')}</h3>
          <ul className="admin-rows">
            {verdicts.map(({ id, accepted, views, groups, judgedAt }) => (
              <li key={id}>
                <p>
                  {t.rich('decision', {
                    accepted: String(accepted),
                    views,
                    crowds: groups,
                    date: () => <DateTime value={judgedAt} withTime />,
                  })}
                </p>
                <ButtonForm action={undo} fields={{ span, verdict: id }}>
                  {t.rich('undo', { ...richTags, accepted: String(accepted), views })}
                </ButtonForm>
              </li>
            ))}
          </ul>
        </>
      )}
    </AdminSection>
  )
}
