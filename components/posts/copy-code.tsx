import { useLocale, useMessages } from 'next-intl'
import { CodeCopier } from './code-copier'

/** Activates the copy buttons of the code on a page. */
export const CopyCode = () => <CodeCopier lang={useLocale()} texts={useMessages().copyCode} />
