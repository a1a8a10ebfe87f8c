import { useLocale, useTranslations } from 'next-intl'
import { CodeCopier } from './code-copier'

/** Activates the copy buttons of the code on a page. */
export function CopyCode() {
  const t = useTranslations('copyCode')
  const texts = {
    copy: t('copy'),
    copied: t('copied'),
    selected: t('selected'),
    failed: t('failed'),
  }
  return <CodeCopier lang={useLocale()} texts={texts} />
}
