/** Common languages of blogs. Any other tag may be entered. */
const languages =
  'ar bg bn ca cs da de de-AT de-CH el en en-GB en-US es et fa fi fr he hi hr hu id it ja ko lt ' +
  'lv nb nl pl pt pt-BR ro ru sk sl sr sv th tr uk ur vi zh-Hans zh-Hant'

/** The datalists for language and time zone. Other languages and time zones are accepted, too. */
export function ChoiceLists() {
  return (
    <>
      <datalist id="admin-languages">
        {languages.split(' ').map((tag) => (
          <option key={tag} value={tag}>
            {new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag}
          </option>
        ))}
      </datalist>
      <datalist id="admin-time-zones">
        {['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  )
}
