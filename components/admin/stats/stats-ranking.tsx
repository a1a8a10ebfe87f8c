import type { ReactNode } from 'react'
import type { Compared } from '@/lib/views/stats/span'
import { inFigures } from './stats-words'

export type Ranked = Compared & { key: string; name: ReactNode }

type Props = { title: string; of: string; rows: Ranked[]; nothing: string; note?: string }

/** A ranked table with bars for its values. */
export function FiguresRanking({ title, of, rows, nothing, note }: Props) {
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
              <th scope="col">Views</th>
              {hasBefore && <th scope="col">Before</th>}
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
                <td>{inFigures(views)}</td>
                {hasBefore && <td>{before === null ? '' : inFigures(before)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
