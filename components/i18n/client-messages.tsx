import { NextIntlClientProvider } from 'next-intl'
import type { ReactNode } from 'react'
import { type Namespaces, useClientMessages } from './use-client-messages'

type Props = { namespaces: Namespaces; children: ReactNode }

/**
 * Gives client components the messages of some namespaces; all other messages stay on the server.
 */
export const ClientMessages = ({ namespaces, children }: Props) => (
  <NextIntlClientProvider messages={useClientMessages(namespaces)}>
    {children}
  </NextIntlClientProvider>
)
