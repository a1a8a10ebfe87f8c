/** Interface text of the embed, one file per language, written by `scripts/build-embed.ts`. */
import type { sharedTexts } from '@/lib/i18n/embed-texts'
import type messages from '@/messages/en.json'
import { origin } from './api'

type NameOf<Key> = Key extends `${string}.${infer Name}` ? Name : never
type Key = keyof (typeof messages)['embed'] | NameOf<(typeof sharedTexts)[number]>

/** A message with `{name}` placeholders, or one message per plural category. */
type Text = string | Record<string, string>

export type Texts = {
  language: string
  (key: Key, values?: Record<string, string | number>): string
}

/**
 * Loads the messages of a language. For a language or a region without messages, the blog’s server
 * returns the closest language that it has, or English (`next.config.ts`).
 */
export async function loadTexts(requested: string): Promise<Texts> {
  const { default: texts }: { default: Record<string, Text> } = await import(
    `${origin}/embed/text-${requested}.js`
  )
  const language = `${texts.language}`
  const plurals = new Intl.PluralRules(language)
  const translate = (key: Key, values: Record<string, string | number> = {}): string => {
    const text = texts[key] ?? key
    const chosen =
      typeof text === 'string'
        ? text
        : (text[`=${values.count}`] ?? text[plurals.select(Number(values.count))] ?? text.other)
    return `${chosen}`.replace(/\{(\w+)\}|#/g, (_, name = 'count') =>
      (values[name] ?? '').toLocaleString(language),
    )
  }
  return Object.assign(translate, { language })
}
