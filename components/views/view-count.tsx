import { useTranslations } from 'next-intl'
import { ShownViews } from './shown-views'

export function ViewCount({ views }: { views: number }) {
  return <ShownViews>{useTranslations('views')('count', { count: views })}</ShownViews>
}
