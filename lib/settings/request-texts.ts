import { getRequestConfig } from 'next-intl/server'
import { loadTexts } from '@/lib/i18n/languages'
import { chosenLocale } from '@/lib/i18n/translator'
import { pageTexts } from './page-language'

/**
 * The language and messages of server components, and of actions that run in a language; next-intl
 * finds this file through its plugin.
 */
export default getRequestConfig(async ({ locale = chosenLocale() }) =>
  locale === undefined ? pageTexts() : loadTexts(locale),
)
