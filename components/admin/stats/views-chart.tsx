import type { ViewsByDay } from '@/lib/views/stats/get-views-by-day'
import { barsPath, canPointAt, height, linePath, roundAbove } from './chart-line'
import { dayInWords, inFigures, viewsInWords } from './stats-words'
import { ViewsTable } from './views-table'

/**
 * Shows the views of each day as bars, and those of the previous period as a line. The table has
 * the same data.
 */
export function ViewsChart({ days, views, before }: ViewsByDay) {
  const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? '']
  const highest = Math.max(...days.map((day) => Math.max(day.views, day.before ?? 0)))
  const top = roundAbove(highest)
  return (
    <>
      <figure className="figures-chart">
        <div aria-hidden className="figures-top">
          <span>{inFigures(top)}</span>
        </div>
        <svg
          role="img"
          aria-label={
            `Views of each day from ${dayInWords(first)} to ${dayInWords(last)}: ` +
            `${viewsInWords(views)}. The table below says each.`
          }
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
                  {`${dayInWords(day.day)}: ${viewsInWords(day.views)}` +
                    (day.before === null ? '' : `; so many days before: ${inFigures(day.before)}`)}
                </title>
              </rect>
            ))}
        </svg>
        <div aria-hidden className="figures-ends">
          <span>{dayInWords(first)}</span>
          <span>{dayInWords(last)}</span>
        </div>
        {before !== null && (
          <figcaption className="admin-muted">
            The bars show the days of this period, <span className="figures-key">the line</span>{' '}
            those of the previous period.
          </figcaption>
        )}
      </figure>
      <ViewsTable days={days} />
    </>
  )
}
