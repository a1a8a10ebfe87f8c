import { useFormatter, useTranslations } from 'next-intl'
import type { Compared, Span } from '@/lib/views/stats/span'
import { describeChange } from './format-stats'

/** The number of views in a period, compared in words with the previous period. */
export function StatsTotal({ stats, span }: { stats: Compared; span: Span }) {
  const t = useTranslations('stats')
  const client = useTranslations('statsClient')
  const format = useFormatter()
  const { views, before } = stats
  return (
    <p className="stats-sum">
      {client.rich('total', { views, strong: (chunks) => <strong>{chunks}</strong> })}
      {before !== null && (
        <span className="admin-muted">
          {' '}
          {t('compared', { ...describeChange(format, views, before), before, span })}
        </span>
      )}
    </p>
  )
}
