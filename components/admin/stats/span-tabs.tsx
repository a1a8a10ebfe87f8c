import { useTranslations } from 'next-intl'
import { spans } from '@/lib/views/stats/span'
import { figuresPath } from './stats-path'
import type { FiguresQuestion } from './stats-query'

/** The tabs for the period. The selected post is kept. */
export function SpanTabs({ question }: { question: FiguresQuestion }) {
  const t = useTranslations('stats.span')
  return (
    <nav aria-label={t('label')} className="admin-tabs">
      <ul>
        {spans.map((span) => (
          <li key={span}>
            <a
              href={figuresPath({ ...question, span })}
              {...(span === question.span && { 'aria-current': 'page' as const })}
            >
              {t(span)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
