import type { ReactNode } from 'react'
import { ClientMessages } from '@/components/i18n/client-messages'

/** Gives the form of a post, its editor and its error page their messages. */
export default function AdminPostLayout({ children }: { children: ReactNode }) {
  return (
    <ClientMessages namespaces={['postFormClient', 'editor', 'copyField']}>
      {children}
    </ClientMessages>
  )
}
