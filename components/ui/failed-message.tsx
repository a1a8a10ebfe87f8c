import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { directionOf } from '@/lib/settings/language'
import { Message } from './message'
import { SamePageLink } from './same-page-link'

/**
 * The message of an error page. The locale is explicit, because the layout renders it before the
 * language of the page is set.
 */
export async function FailedMessage({
  locale,
  children,
}: {
  locale: string
  children?: ReactNode
}) {
  const t = await getTranslations({ locale, namespace: 'errorPages' })
  return (
    <div lang={locale} dir={directionOf(locale)}>
      <Message title={t('failed')}>
        <p>
          {t.rich('failedHint', {
            again: (words) => <SamePageLink>{words}</SamePageLink>,
            posts: (words) => <a href="/">{words}</a>,
          })}
        </p>
        {children}
      </Message>
    </div>
  )
}
