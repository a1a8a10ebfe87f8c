import { createTranslator, type NamespaceKeys, type NestedKeyOf } from 'use-intl/core'
import messages from '@/messages/en.json'

type Namespace = NamespaceKeys<typeof messages, NestedKeyOf<typeof messages>>

/**
 * Returns the function that translates the keys of a namespace of `messages/`, for code outside
 * React: mails, feeds and errors. Components use `useTranslations` of next-intl.
 */
export const translator = <Name extends Namespace>(namespace: Name) =>
  createTranslator({ locale: 'en', messages, namespace })

/** A function that translates the keys of a namespace, passed to functions that describe things. */
export type Translate<Name extends Namespace> = ReturnType<typeof translator<Name>>
