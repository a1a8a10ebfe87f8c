import { useTranslations } from 'next-intl'
import { availableLanguages } from '@/lib/i18n/languages'

/** Common languages of blogs. Any other tag may be entered. */
const languages =
  'ar bg bn ca cs da de de-AT de-CH el en en-GB en-US es et fa fi fr he hi hr hu id it ja ko lt ' +
  'lv nb nl pl pt pt-BR ro ru sk sl sr sv th tr uk ur vi zh-Hans zh-Hant'

/** The datalists for language and time zone. Other languages and time zones are accepted, too. */
export function ChoiceLists() {
  const t = useTranslations('account')
  const nameOf = (tag: string) => {
    const name = new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag
    const isUnreviewed = availableLanguages.some((one) => one.tag === tag && !one.reviewed)
    return isUnreviewed ? t('unreviewed', { name }) : name
  }
  return (
    <>
      <datalist id="admin-languages">
        {languages.split(' ').map((tag) => (
          <option key={tag} value={tag}>
            {nameOf(tag)}
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
