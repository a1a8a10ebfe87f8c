import { ClientMessages } from '@/components/i18n/client-messages'
import { CodeCopier } from './code-copier'

/** Activates the copy buttons of the code on a page. */
export const CopyCode = () => (
  <ClientMessages namespaces={['copyCode']}>
    <CodeCopier />
  </ClientMessages>
)
