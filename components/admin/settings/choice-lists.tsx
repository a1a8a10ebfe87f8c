/** Common languages of blogs. Any other tag may be entered. */
const tags = [
  ...[
    'ar',
    'bg',
    'bn',
    'ca',
    'cs',
    'da',
    'de',
    'de-AT',
    'de-CH',
    'el',
    'en',
    'en-GB',
    'en-US',
    'es',
    'et',
    'fa',
    'fi',
    'fr',
    'he',
  ],
  ...[
    'hi',
    'hr',
    'hu',
    'id',
    'it',
    'ja',
    'ko',
    'lt',
    'lv',
    'nb',
    'nl',
    'pl',
    'pt',
    'pt-BR',
    'ro',
    'ru',
    'sk',
    'sl',
    'sr',
    'sv',
    'th',
  ],
  ...['tr', 'uk', 'ur', 'vi', 'zh-Hans', 'zh-Hant'],
]

/** Returns the name of each language in that language. */
function languageChoices(): { tag: string; name: string }[] {
  return tags.map((tag) => ({
    tag,
    name: new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag,
  }))
}

/** Returns the time zones known to the server. */
function timeZoneChoices(): string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone')]
}

/**
 * The datalists for language and time zone. Rendered on the server, because browsers may know
 * others.
 */
export function ChoiceLists() {
  return (
    <>
      <datalist id="admin-languages">
        {languageChoices().map(({ tag, name }) => (
          <option key={tag} value={tag}>
            {name}
          </option>
        ))}
      </datalist>
      <datalist id="admin-time-zones">
        {timeZoneChoices().map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  )
}
