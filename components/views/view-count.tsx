import { useFormatter, useTranslations } from 'next-intl'

/**
 * The number of views, in tabular digits.
 * @param roomFor a number that may grow: reserves space for one more digit to avoid layout shift
 */
export function ViewCount({ views, roomFor }: { views: number; roomFor?: number }) {
  const t = useTranslations('views')
  const format = useFormatter()
  const room =
    roomFor === undefined
      ? undefined
      : { minInlineSize: `${format.number((roomFor + 1) * 10).length + 6}ch` }
  return (
    <span className="inline-block tabular-nums" style={room}>
      {t('count', { count: views })}
    </span>
  )
}
