import type { Compared, Span } from '@/lib/views/stats/span'
import { changeInWords, inFigures, spanNames } from './stats-words'

/** The one number of a span, and how it stands to the span before. */
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
