/** Languages that many blogs are written in. Any other may be typed. */
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

/** Each language by its own name. */
function languageChoices(): { tag: string; name: string }[] {
  return tags.map((tag) => ({
    tag,
    name: new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag,
  }))
}

/** Time zones as this machine knows them. */
function timeZoneChoices(): string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone')]
}

/** What the fields for a language and a time zone offer. Drawn by the server: a browser may know others. */
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
