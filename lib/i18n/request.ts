import { getRequestConfig } from 'next-intl/server'
import { pageTexts } from '@/lib/settings/page-language'
import { loadTexts } from './languages'
import { chosenLocale } from './translator'

/**
 * The language and texts of server components, and of actions that run in a language; next-intl
 * finds this file through its plugin.
 */
export default getRequestConfig(async ({ locale = chosenLocale() }) =>
  locale === undefined ? pageTexts() : loadTexts(locale),
)
