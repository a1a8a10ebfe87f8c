/** Interface text of the embed, one file per language, written by `scripts/build-embed.ts`. */
import { origin } from './api'

/** A text with `{name}` placeholders, or one text per plural category. */
type Text = string | Record<string, string>
export type Texts = {
  language: string
  (key: string, values?: Record<string, string | number>): string
}

const isRightToLeft = /^(?:ar|fa|he|ur)\b/

/** Returns the direction of a language's script. */
export const directionOf = (language: string): 'rtl' | 'ltr' =>
  isRightToLeft.test(language) ? 'rtl' : 'ltr'

/** Loads the texts of a language; English if the blog has no such language. */
export async function loadTexts(language: string): Promise<Texts> {
  const names = [language, language.split('-')[0] ?? '', 'en']
  for (const name of names) {
    try {
      const { default: texts }: { default: Record<string, Text> } = await import(
        `${origin}/embed/text-${name}.js`
      )
      return translator(name, texts)
    } catch {
      // There is no such file.
    }
  }
  return translator('en', {})
}

function translator(language: string, texts: Record<string, Text>): Texts {
  const plurals = new Intl.PluralRules(language)
  const translate = (key: string, values: Record<string, string | number> = {}): string => {
    const text = texts[key] ?? key
    const chosen =
      typeof text === 'string'
        ? text
        : (text[`=${values.count}`] ??
          text[plurals.select(Number(values.count))] ??
          text.other ??
          key)
    return chosen.replace(/\{(\w+)\}|#/g, (_, name: string | undefined) => {
      const value = values[name ?? 'count'] ?? ''
      return typeof value === 'number' ? value.toLocaleString(language) : value
    })
  }
  return Object.assign(translate, { language })
}
