import { useFormatter, useTranslations } from 'next-intl'
import type { DayViews, ViewsByDay } from '@/lib/views/stats/get-views-by-day'
import { barsPath, height, linePath, roundAbove } from './chart-line'
import { formatDay } from './format-stats'
import { StatsTable } from './stats-table'

/**
 * The maximum number of days with separate tooltips and rows. Beyond it, the bars are too narrow to
 * point at, and the table shows months; the CSV file still has each day.
 */
const daysShownMax = 366

/** Shows the views of each day as bars, those of the previous period as a line, and a table. */
export function ViewsChart({ days, views, before }: ViewsByDay) {
  const t = useTranslations('stats.chart')
  const format = useFormatter()
  const first = days[0]?.day ?? ''
  const last = days.at(-1)?.day ?? ''
  const top = roundAbove(Math.max(...days.map((day) => Math.max(day.views, day.before ?? 0))))
  const bars = barsPath(
    days.map((day) => day.views),
    top,
  )
  const line = linePath(
    days.map((day) => day.before ?? 0),
    top,
  )
  return (
    <>
      <figure className="stats-chart">
        <div aria-hidden className="stats-numbers">
          <span>{format.number(top)}</span>
          <span>{top % 2 === 0 && format.number(top / 2)}</span>
          <span>0</span>
        </div>
        <svg
          role="img"
          aria-label={t('label', {
            first: formatDay(format, first),
            last: formatDay(format, last),
            views,
          })}
          viewBox={`0 0 ${days.length} ${height}`}
          preserveAspectRatio="none"
        >
          <path
            className="stats-grid"
            d={`M0 0H${days.length}M0 ${height / 2}H${days.length}M0 ${height}H${days.length}`}
          />
          <path className="stats-bars" d={bars} />
          {before !== null && <path className="stats-before" d={line} />}
          {days.length <= daysShownMax &&
            days.map(({ day, views, before }, at) => (
              <rect key={day} className="stats-day" x={at} width={1} height={height}>
                <title>
                  {before === null
                    ? t('day', { day: formatDay(format, day), views })
                    : t('dayAndPrevious', { day: formatDay(format, day), views, before })}
                </title>
              </rect>
            ))}
        </svg>
        <div aria-hidden className="stats-ends">
          <span>{formatDay(format, first, 'short')}</span>
          {days.length > 2 && (
            <span>{formatDay(format, days[Math.floor(days.length / 2)]?.day ?? '', 'short')}</span>
          )}
          <span>{formatDay(format, last, 'short')}</span>
        </div>
        {before !== null && (
          <figcaption className="admin-muted">
            {t.rich('legend', { line: (chunks) => <span className="stats-key">{chunks}</span> })}
          </figcaption>
        )}
      </figure>
      <ViewsTable days={days} />
    </>
  )
}

/** Shows the data of the chart for screen readers and as exact values, newest first. */
function ViewsTable({ days }: { days: DayViews[] }) {
  const t = useTranslations('stats.table')
  const format = useFormatter()
  const isByMonth = days.length > daysShownMax
  const rows = (isByMonth ? sumOfMonths(days) : days).map(({ day, ...views }) => ({
    ...views,
    key: day,
    name: formatDay(format, day, isByMonth ? 'month' : 'long'),
  }))
  return (
    <details className="stats-table">
      <summary className="admin-link">{t('open')}</summary>
      <section aria-label={t('label')} tabIndex={0}>
        <StatsTable of={t(isByMonth ? 'month' : 'day')} rows={rows.toReversed()} />
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
