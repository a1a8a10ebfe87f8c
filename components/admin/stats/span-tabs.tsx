import { spans } from '@/lib/views/stats/span'
import { figuresPath } from './stats-path'
import type { FiguresQuestion } from './stats-query'
import { spanNames } from './stats-words'

/** The tabs for the period. The selected post is kept. */
export function SpanTabs({ question }: { question: FiguresQuestion }) {
  return (
    <nav aria-label="Span" className="admin-tabs">
      <ul>
        {spans.map((span) => (
          <li key={span}>
            <a
              href={figuresPath({ ...question, span })}
              {...(span === question.span && { 'aria-current': 'page' as const })}
            >
              {spanNames[span]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
