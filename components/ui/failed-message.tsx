import { getTranslations } from 'next-intl/server'
import { SearchFields } from '@/components/search/search-form'
import { directionOf } from '@/lib/settings/language'
import { Message } from './message'
import { SamePageLink } from './same-page-link'

/**
 * The message of an error page. The locale is explicit, because the layout renders it before the
 * language of the page is set.
 */
export async function FailedMessage({ locale }: { locale: string }) {
  const t = await getTranslations({ locale })
  return (
    <div lang={locale} dir={directionOf(locale)}>
      <Message title={t('errorPages.failed')}>
        <p>
          {t.rich('errorPages.failedHint', {
            again: (words) => <SamePageLink>{words}</SamePageLink>,
            posts: (words) => <a href="/">{words}</a>,
          })}
        </p>
        <SearchFields label={t('liveSearch.label')} submit={t('liveSearch.submit')} />
      </Message>
    </div>
  )
}
