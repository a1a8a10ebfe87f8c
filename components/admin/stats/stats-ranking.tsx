import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { Compared } from '@/lib/views/stats/span'
import { formatNumber } from './format-stats'

export type Ranked = Compared & { key: string; name: ReactNode }

type Props = { title: string; of: string; rows: Ranked[]; nothing: string; note?: string }

/** A ranked table with bars for its values. */
export function FiguresRanking({ title, of, rows, nothing, note }: Props) {
  const t = useTranslations('stats.table')
  const most = Math.max(1, ...rows.map(({ views }) => views))
  const hasBefore = rows.some(({ before }) => before !== null)
  return (
    <section className="admin-section" aria-label={title}>
      <h2>{title}</h2>
      {note && <p className="admin-muted">{note}</p>}
      {rows.length === 0 ? (
        <p className="admin-muted">{nothing}</p>
      ) : (
        <table className="figures-ranking">
          <thead>
            <tr>
              <th scope="col">{of}</th>
              <th scope="col">{t('views')}</th>
              {hasBefore && <th scope="col">{t('previous')}</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, views, before }) => (
              <tr key={key}>
                <th scope="row" dir="auto">
                  {name}
                  <span
                    aria-hidden
                    className="figures-share"
                    style={{ inlineSize: `${(views / most) * 100}%` }}
                  />
                </th>
                <td>{formatNumber(views)}</td>
                {hasBefore && <td>{before === null ? '' : formatNumber(before)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
