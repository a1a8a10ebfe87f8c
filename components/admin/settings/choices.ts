/** Languages that many blogs are written in. Any other may be typed. */
const tags = [
  ...['ar', 'bg', 'bn', 'ca', 'cs', 'da', 'de', 'de-AT', 'de-CH', 'el', 'en', 'en-GB', 'en-US', 'es', 'et', 'fa', 'fi', 'fr', 'he'],
  ...['hi', 'hr', 'hu', 'id', 'it', 'ja', 'ko', 'lt', 'lv', 'nb', 'nl', 'pl', 'pt', 'pt-BR', 'ro', 'ru', 'sk', 'sl', 'sr', 'sv', 'th'],
  ...['tr', 'uk', 'ur', 'vi', 'zh-Hans', 'zh-Hant'],
]

/** Each language by its own name. */
export function languageChoices(): { tag: string; name: string }[] {
  return tags.map((tag) => ({ tag, name: new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag }))
}

/** Time zones as this machine knows them. */
export function timeZoneChoices(): string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone')]
}
