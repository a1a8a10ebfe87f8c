import { useTranslations } from 'next-intl'

export function ViewCount({ views }: { views: number }) {
  const t = useTranslations('views')
  return <span className="inline-block tabular-nums">{t('count', { count: views })}</span>
}
