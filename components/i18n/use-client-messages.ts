import { useMessages } from 'next-intl'
import type messages from '@/messages/en.json'

export type Namespaces = (keyof typeof messages)[]

/**
 * Returns the messages of some namespaces, for client components that load next-intl only when they
 * need it. Other client components get them from `ClientMessages`.
 */
export function useClientMessages(namespaces: Namespaces) {
  const messages = useMessages()
  return Object.fromEntries(namespaces.map((name) => [name, messages[name]]))
}
