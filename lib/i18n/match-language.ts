const scriptOf = (tag: string): string => {
  const { language, script } = new Intl.Locale(tag).maximize()
  return `${language}-${script}`
}

/** Caches the scripts of the available languages, which are slow to compute. */
const known = new Map<string, string>()

function knownScriptOf(tag: string): string {
  const script = known.get(tag) ?? scriptOf(tag)
  known.set(tag, script)
  return script
}

/**
 * Returns the language of `available` that has the same language and script as a BCP 47 tag, such
 * as `pt-BR` for `pt` and `zh-TW` for `zh-HK`. Returns undefined if there is none, or if the tag is
 * invalid.
 */
export function matchLanguage<Language extends string>(
  tag: string,
  available: readonly Language[],
): Language | undefined {
  const same = available.find((language) => language === tag)
  if (same !== undefined) return same
  try {
    const wanted = scriptOf(tag)
    return available.find((language) => knownScriptOf(language) === wanted)
  } catch {
    return undefined
  }
}
