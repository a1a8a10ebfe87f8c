import { useTranslations } from 'next-intl'
import type { DayViews } from '@/lib/views/stats/get-views-by-day'
import { formatDay, formatMonth, formatNumber } from './format-stats'

/** Days. Longer periods are shown by month; a file has each day. */
const dayRowsMax = 366

/** Shows the data of the chart as a table for screen readers and for exact values. Latest first. */
export function ViewsTable({ days }: { days: DayViews[] }) {
  const t = useTranslations('stats.table')
  const isByMonth = days.length > dayRowsMax
  const rows = isByMonth ? sumOfMonths(days) : days
  const hasBefore = days.some(({ before }) => before !== null)
  return (
    <details className="figures-table">
      <summary className="admin-link">{t('open')}</summary>
      <section aria-label={t('label')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t(isByMonth ? 'month' : 'day')}</th>
              <th scope="col">{t('views')}</th>
              {hasBefore && <th scope="col">{t('previous')}</th>}
            </tr>
          </thead>
          <tbody>
            {rows.toReversed().map(({ day, views, before }) => (
              <tr key={day}>
                <th scope="row">{isByMonth ? formatMonth(day) : formatDay(day)}</th>
                <td>{formatNumber(views)}</td>
                {hasBefore && <td>{formatNumber(before ?? 0)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}

function sumOfMonths(days: DayViews[]): DayViews[] {
  const months = new Map<string, number>()
  for (const { day, views } of days)
    months.set(day.slice(0, 7), (months.get(day.slice(0, 7)) ?? 0) + views)
  return [...months].map(([day, views]) => ({ day, views, before: null }))
}
