import { spans } from '@/lib/views/figures/span'
import { spanNames } from './figure-words'
import { figuresPath } from './figures-path'
import type { FiguresQuestion } from './read-figures-question'

/** How far back is looked. The post that is looked at stays. */
export function SpanTabs({ question }: { question: FiguresQuestion }) {
  return (
    <nav aria-label="Span" className="desk-tabs">
      <ul>
        {spans.map((span) => (
          <li key={span}>
            <a href={figuresPath({ ...question, span })} {...(span === question.span && { 'aria-current': 'page' as const })}>
              {spanNames[span]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
