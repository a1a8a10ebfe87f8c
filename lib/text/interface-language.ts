/** The language of the interface, as a BCP 47 tag; independent of the blog's language. */
export const interfaceLanguage = 'en'

const isInterfaceLanguage = (language: string) =>
  new Intl.Locale(language).language === interfaceLanguage

/**
 * Returns the `lang` attribute of the blog's content within the interface; undefined if the
 * languages are the same.
 */
export function ownLanguage(blogLanguage: string): string | undefined {
  return isInterfaceLanguage(blogLanguage) ? undefined : blogLanguage
}

/**
 * Returns the `lang` attribute of interface text within the blog's content; undefined if the
 * languages are the same.
 */
export function foreignInterface(blogLanguage: string): string | undefined {
  return isInterfaceLanguage(blogLanguage) ? undefined : interfaceLanguage
}
