import { useTranslations } from 'next-intl'
import type { Span } from '@/lib/views/stats/span'

/** Opens the statistics of any post, including posts outside the ranking. */
export function PostChoice({ span }: { span: Span }) {
  const t = useTranslations('stats.post')
  return (
    <form action="/admin/stats" className="admin-filter">
      <input type="hidden" name="span" value={span} />
      <label>
        <span className="sr-only">{t('label')}</span>
        <input
          name="post"
          placeholder={t('placeholder')}
          required
          maxLength={200}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </label>
      <button type="submit">{t('submit')}</button>
    </form>
  )
}
