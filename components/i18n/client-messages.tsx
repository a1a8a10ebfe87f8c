import { NextIntlClientProvider, useMessages } from 'next-intl'
import type { ReactNode } from 'react'
import type messages from '@/messages/en.json'

type Props = { namespaces: (keyof typeof messages)[]; children: ReactNode }

/** Gives client components the texts of some namespaces; all other texts stay on the server. */
export function ClientMessages({ namespaces, children }: Props) {
  const messages = useMessages()
  const picked = Object.fromEntries(namespaces.map((name) => [name, messages[name]]))
  return <NextIntlClientProvider messages={picked}>{children}</NextIntlClientProvider>
}
