/** Right-to-left scripts of living languages (Unicode Standard Annexes 24 and 9). */
const rightToLeft = /^(?:Adlm|Arab|Aran|Hebr|Mand|Nkoo|Rohg|Samr|Syrc|Thaa|Yezi)$/

/**
 * Returns the canonical spelling of a language tag (BCP 47), such as `de-CH` for `DE-ch`. Returns
 * undefined for an invalid tag, and for a language without date formats on this machine.
 */
export function canonicalLanguage(tag: string): string | undefined {
  try {
    const [canonical] = Intl.getCanonicalLocales(tag)
    return canonical !== undefined && Intl.DateTimeFormat.supportedLocalesOf(canonical).length > 0
      ? canonical
      : undefined
  } catch {
    return undefined
  }
}

/** Returns the direction of a language, based on its most likely script. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  const { script } = new Intl.Locale(language).maximize()
  return rightToLeft.test(script ?? '') ? 'rtl' : 'ltr'
}
