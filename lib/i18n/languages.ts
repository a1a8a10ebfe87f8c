import english from '@/messages/en.json'
import { inTexts, type Texts } from './translator'

/**
 * The languages of the interface by their BCP 47 tags. Every text of a `reviewed` language has been
 * edited to the standard of a native speaker. The name is in the language itself.
 */
export const availableLanguages = [
  { tag: 'ar', name: 'العربية', reviewed: true },
  { tag: 'cs', name: 'Čeština', reviewed: false },
  { tag: 'de', name: 'Deutsch', reviewed: true },
  { tag: 'en', name: 'English', reviewed: true },
  { tag: 'es', name: 'Español', reviewed: true },
  { tag: 'fa', name: 'فارسی', reviewed: false },
  { tag: 'fr', name: 'Français', reviewed: true },
  { tag: 'he', name: 'עברית', reviewed: false },
  { tag: 'hi', name: 'हिन्दी', reviewed: false },
  { tag: 'id', name: 'Bahasa Indonesia', reviewed: false },
  { tag: 'it', name: 'Italiano', reviewed: false },
  { tag: 'ja', name: '日本語', reviewed: true },
  { tag: 'ko', name: '한국어', reviewed: false },
  { tag: 'nl', name: 'Nederlands', reviewed: false },
  { tag: 'pl', name: 'Polski', reviewed: false },
  { tag: 'pt-BR', name: 'Português (Brasil)', reviewed: true },
  { tag: 'ru', name: 'Русский', reviewed: true },
  { tag: 'sv', name: 'Svenska', reviewed: false },
  { tag: 'tr', name: 'Türkçe', reviewed: false },
  { tag: 'uk', name: 'Українська', reviewed: false },
  { tag: 'vi', name: 'Tiếng Việt', reviewed: false },
  { tag: 'zh-CN', name: '简体中文', reviewed: true },
  { tag: 'zh-TW', name: '繁體中文', reviewed: false },
] as const

type Language = (typeof availableLanguages)[number]['tag']
type Tree = { [key: string]: unknown }

function scriptOf(tag: string): string {
  const { language, script } = new Intl.Locale(tag).maximize()
  return `${language}-${script}`
}

const byScript = new Map(availableLanguages.map(({ tag }) => [scriptOf(tag), tag] as const))

/**
 * Returns the available language that has the same language and script as a BCP 47 tag, such as
 * `pt-BR` for `pt` and `zh-TW` for `zh-HK`; undefined if there is none, or if the tag is invalid.
 */
export function matchLanguage(tag: string): Language | undefined {
  try {
    return byScript.get(scriptOf(tag))
  } catch {
    return undefined
  }
}

/**
 * Returns the locale of the interface for a requested language: its tag, which may have a region,
 * such as `de-CH`; `en` if there are no messages in the language.
 */
export const interfaceLocale = (wanted: string): string =>
  matchLanguage(wanted) === undefined ? 'en' : wanted

/** More ranges than any browser sends, because each takes time to match. */
const rangesMax = 20

/**
 * Returns the first language of an `Accept-Language` header that has messages (RFC 9110, 12.5.4).
 */
export function acceptedLanguage(header: string): string | undefined {
  const ranges = header.split(',', rangesMax).flatMap((range) => {
    const [tag = '', parameter = 'q=1'] = range.split(';').map((part) => part.trim())
    const quality = Number(parameter.slice('q='.length))
    return quality > 0 ? [{ tag, quality }] : []
  })
  return ranges
    .toSorted((a, b) => b.quality - a.quality)
    .find(({ tag }) => matchLanguage(tag) !== undefined)?.tag
}

const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Overwrites messages of a tree with those of another tree. */
function overlay(texts: Tree, own: Tree): void {
  for (const [key, value] of Object.entries(own)) {
    const known = texts[key]
    if (isTree(known) && isTree(value)) overlay(known, value)
    else texts[key] = value
  }
}

const loaded = new Map<Language, Promise<Texts['messages']>>()

async function readMessages(language: Language): Promise<Texts['messages']> {
  const own: { default: Tree } = await import(`../../messages/${language}.json`)
  const messages = structuredClone(english)
  overlay(messages, own.default)
  return messages
}

/** Returns the messages in a language, in English where there is no translation. */
export async function loadTexts(wanted: string): Promise<Texts> {
  const language = matchLanguage(wanted)
  const locale = language === undefined ? 'en' : wanted
  if (language === undefined || language === 'en') return { locale, messages: english }
  const messages = loaded.get(language) ?? readMessages(language)
  loaded.set(language, messages)
  try {
    return { locale, messages: await messages }
  } catch (error) {
    loaded.delete(language)
    throw error
  }
}

/** Runs `work`, in which `translator` and `currentLocale` use a language. */
export async function runInLanguage<Result>(
  wanted: string,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  return inTexts(await loadTexts(wanted), work)
}
