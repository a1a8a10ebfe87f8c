import { AsyncLocalStorage } from 'node:async_hooks'
import { cache } from 'react'
import { createTranslator, type NamespaceKeys, type NestedKeyOf } from 'use-intl/core'
import english from '@/messages/en.json'

type Namespace = NamespaceKeys<typeof english, NestedKeyOf<typeof english>>

/**
 * The messages of a language. The locale, such as `de-CH`, also determines the format of numbers.
 */
export type Texts = { locale: string; messages: typeof english }

const textStore = new AsyncLocalStorage<Texts>()

/** The messages of the page that is being rendered. React keeps one object per render. */
const pageStore = cache((): { texts?: Texts } => ({}))

const currentTexts = (): Texts =>
  textStore.getStore() ?? pageStore().texts ?? { locale: 'en', messages: english }

/** Runs `work` with the messages of a language. */
export const inTexts = <Result>(texts: Texts, work: () => Result): Result =>
  textStore.run(texts, work)

/** Sets the messages of the page that is being rendered. */
export function setPageTexts(texts: Texts): void {
  pageStore().texts = texts
}

/** Returns the language of the messages of `runInLanguage`; undefined outside of it. */
export const chosenLocale = (): string | undefined => textStore.getStore()?.locale

/** Returns the language in which `translator` currently translates, as a BCP 47 tag. */
export const currentLocale = (): string => currentTexts().locale

/**
 * Returns the function that translates the keys of a namespace of `messages/`, for code outside
 * React: e-mails, feeds and errors. Components use `useTranslations` of next-intl. Call it where
 * its result is used, because the language differs between requests.
 */
export const translator = <Name extends Namespace>(namespace: Name) =>
  createTranslator({ ...currentTexts(), namespace })

/** A function that translates the keys of a namespace, passed to functions that describe things. */
export type Translate<Name extends Namespace> = ReturnType<typeof translator<Name>>
