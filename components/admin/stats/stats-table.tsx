import { useFormatter, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { AdminSection } from '@/components/admin/admin-page'
import type { Compared } from '@/lib/views/stats/span'

export type StatsRow = Compared & { key: string; name: ReactNode }
type TableProps = { of: string; rows: StatsRow[]; className?: string }

export function StatsTable({ of, rows, className }: TableProps) {
  const t = useTranslations('stats.table')
  const format = useFormatter()
  const hasBefore = rows.some(({ before }) => before !== null)
  return (
    <table className={className}>
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
            </th>
            <td>{format.number(views)}</td>
            {hasBefore && <td>{before === null ? '' : format.number(before)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type RankingProps = Omit<TableProps, 'className'> & { title: string; empty: string }

export function StatsRanking({ title, of, rows, empty }: RankingProps) {
  const most = Math.max(1, ...rows.map(({ views }) => views))
  const withBars = rows.map(({ name, ...row }) => ({
    ...row,
    name: (
      <>
        {name}
        <span
          aria-hidden
          className="stats-share"
          style={{ inlineSize: `${(row.views / most) * 100}%` }}
        />
      </>
    ),
  }))
  return (
    <AdminSection title={title}>
      {rows.length === 0 ? (
        <p className="admin-muted">{empty}</p>
      ) : (
        <StatsTable of={of} rows={withBars} className="stats-ranking" />
      )}
    </AdminSection>
  )
}
