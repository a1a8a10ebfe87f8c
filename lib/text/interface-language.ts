/** What the interface’s words are in, whatever language the blog is in: BCP 47. */
export const interfaceLanguage = 'en'

const isInterfaceLanguage = (language: string) =>
  new Intl.Locale(language).language === interfaceLanguage

/**
 * The `lang` of what the blog says itself (names, titles, tags, comments, dates) amid the interface’s words; undefined where
 * those are in the same language, and nothing is to be said.
 */
export function ownLanguage(blogLanguage: string): string | undefined {
  return isInterfaceLanguage(blogLanguage) ? undefined : blogLanguage
}

/** The `lang` of the interface’s words amid what the blog says; undefined where nothing is to be said. */
export function foreignInterface(blogLanguage: string): string | undefined {
  return isInterfaceLanguage(blogLanguage) ? undefined : interfaceLanguage
}
