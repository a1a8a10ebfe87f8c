import { useTranslations } from 'next-intl'
import type { Compared, Span } from '@/lib/views/stats/span'
import { formatChange } from './format-stats'

/** Shows the total of a period and its change from the previous one. */
export function ViewsSum({ views, before, span }: Compared & { span: Span }) {
  const t = useTranslations('stats')
  return (
    <p className="figures-sum">
      {useTranslations('statsClient').rich('total', {
        views,
        strong: (chunks) => <strong>{chunks}</strong>,
      })}
      {before !== null && (
        <span className="admin-muted">
          {' '}
          {t('previous', {
            change: formatChange({ views, before }) ?? 'none',
            before,
            span: t(`span.${span}`),
          })}
        </span>
      )}
    </p>
  )
}
