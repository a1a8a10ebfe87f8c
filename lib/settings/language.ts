/** Scripts of living languages that are written from right to left (Unicode Standard Annex 24 and 9). */
const rightToLeft = new Set([
  'Adlm',
  'Arab',
  'Aran',
  'Hebr',
  'Mand',
  'Nkoo',
  'Rohg',
  'Samr',
  'Syrc',
  'Thaa',
  'Yezi',
])

/**
 * A language tag (BCP 47) in its canonical spelling, such as `de-CH` for `DE-ch`; undefined for what is none, and for a
 * language whose dates nobody here can write.
 */
export function canonicalLanguage(tag: string): string | undefined {
  try {
    const [canonical] = Intl.getCanonicalLocales(tag)
    return canonical !== undefined && Intl.DateTimeFormat.supportedLocalesOf(canonical).length > 0
      ? canonical
      : undefined
  } catch {
    // Not well-formed.
    return undefined
  }
}

/** The direction in which a language is written, by the script it is most likely to be written in. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  const { script } = new Intl.Locale(language).maximize()
  return script !== undefined && rightToLeft.has(script) ? 'rtl' : 'ltr'
}
