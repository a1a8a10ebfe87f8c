import { languageChoices, timeZoneChoices } from './choices'

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
