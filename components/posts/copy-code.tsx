import { useLocale, useTranslations } from 'next-intl'
import { CodeCopier } from './code-copier'

/** Activates the copy buttons of the code on a page. */
export function CopyCode() {
  const t = useTranslations('copyCode')
  const lang = useLocale()
  const copy = t('copy')
  const copied = t('copied')
  const selected = t('selected')
  const failed = t('failed')
  return <CodeCopier lang={lang} texts={{ copy, copied, selected, failed }} />
}
