import { useLocale, useTranslations } from 'next-intl'
import { CodeCopier } from './code-copier'

/** Activates the copy buttons of the code on a page. */
export function CopyCode() {
  const [t, lang] = [useTranslations('copyCode'), useLocale()]
  const [copy, copied, selected, failed] = [t('copy'), t('copied'), t('selected'), t('failed')]
  return <CodeCopier lang={lang} texts={{ copy, copied, selected, failed }} />
}
