import { useTranslations } from 'next-intl'
import type { ViewsByDay } from '@/lib/views/stats/get-views-by-day'
import { barsPath, canPointAt, height, linePath, roundAbove } from './chart-line'
import { formatDay, formatNumber } from './format-stats'
import { ViewsTable } from './views-table'

/**
 * Shows the views of each day as bars, and those of the previous period as a line. The table has
 * the same data.
 */
export function ViewsChart({ days, views, before }: ViewsByDay) {
  const t = useTranslations('stats.chart')
  const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? '']
  const highest = Math.max(...days.map((day) => Math.max(day.views, day.before ?? 0)))
  const top = roundAbove(highest)
  return (
    <>
      <figure className="figures-chart">
        <div aria-hidden className="figures-top">
          <span>{formatNumber(top)}</span>
        </div>
        <svg
          role="img"
          aria-label={t('label', { first: formatDay(first), last: formatDay(last), views })}
          viewBox={`0 0 ${days.length} ${height}`}
          preserveAspectRatio="none"
        >
          <path
            className="figures-grid"
            d={`M0 0H${days.length}M0 ${height / 2}H${days.length}M0 ${height}H${days.length}`}
          />
          <path
            className="figures-bars"
            d={barsPath(
              days.map((day) => day.views),
              top,
            )}
          />
          {before !== null && (
            <path
              className="figures-before"
              d={linePath(
                days.map((day) => day.before ?? 0),
                top,
              )}
            />
          )}
          {canPointAt(days.length) &&
            days.map((day, at) => (
              <rect key={day.day} className="figures-day" x={at} width={1} height={height}>
                <title>
                  {day.before === null
                    ? t('day', { day: formatDay(day.day), views: day.views })
                    : t('dayAndPrevious', {
                        ...{ day: formatDay(day.day), views: day.views, before: day.before },
                      })}
                </title>
              </rect>
            ))}
        </svg>
        <div aria-hidden className="figures-ends">
          <span>{formatDay(first)}</span>
          <span>{formatDay(last)}</span>
        </div>
        {before !== null && (
          <figcaption className="admin-muted">
            {t.rich('legend', { line: (chunks) => <span className="figures-key">{chunks}</span> })}
          </figcaption>
        )}
      </figure>
      <ViewsTable days={days} />
    </>
  )
}
