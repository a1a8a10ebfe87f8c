import type { Compared, Span } from '@/lib/views/stats/span'
import { changeInWords, inFigures, spanNames } from './stats-words'

/** Shows the total of a period and its change from the previous one. */
export function ViewsSum({ views, before, span }: Compared & { span: Span }) {
  const change = changeInWords({ views, before })
  return (
    <p className="figures-sum">
      <strong>{inFigures(views)}</strong> {views === 1 ? 'view' : 'views'}
      {before !== null && (
        <span className="admin-muted">
          {' '}
          {change && `${change}: `}
          {inFigures(before)} in the {spanNames[span]} before
        </span>
      )}
    </p>
  )
}
