import type { DayViews } from '@/lib/views/stats/get-views-by-day'
import { dayInWords, inFigures, monthInWords } from './stats-words'

/** Days. Longer periods are shown by month; a file has each day. */
const dayRowsMax = 366

/** Shows the data of the chart as a table for screen readers and for exact values. Latest first. */
export function ViewsTable({ days }: { days: DayViews[] }) {
  const isByMonth = days.length > dayRowsMax
  const rows = isByMonth ? sumOfMonths(days) : days
  const hasBefore = days.some(({ before }) => before !== null)
  return (
    <details className="figures-table">
      <summary className="admin-link">The chart as a table</summary>
      <section aria-label="Views as a table" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{isByMonth ? 'Month' : 'Day'}</th>
              <th scope="col">Views</th>
              {hasBefore && <th scope="col">Before</th>}
            </tr>
          </thead>
          <tbody>
            {rows.toReversed().map(({ day, views, before }) => (
              <tr key={day}>
                <th scope="row">{isByMonth ? monthInWords(day) : dayInWords(day)}</th>
                <td>{inFigures(views)}</td>
                {hasBefore && <td>{inFigures(before ?? 0)}</td>}
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
