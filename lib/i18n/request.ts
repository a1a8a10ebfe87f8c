import { getRequestConfig } from 'next-intl/server'
import { pageLanguage } from '@/lib/settings/page-language'
import { loadTexts } from './languages'
import { chosenLocale, setPageTexts } from './translator'

/**
 * The language and texts of server components, and of actions that run in a language; next-intl
 * finds this file through its plugin.
 */
export default getRequestConfig(async ({ locale }) => {
  const texts = await loadTexts(locale ?? chosenLocale() ?? (await pageLanguage()))
  if (locale === undefined) setPageTexts(texts)
  return texts
})
