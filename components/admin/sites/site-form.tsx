import { useTranslations } from 'next-intl'
import { ChoiceLists } from '@/components/admin/settings/choice-lists'
import { SettingsForm } from '@/components/admin/settings/settings-form'
import type { FormState } from '@/lib/errors'
import { type Site, siteLimits } from '@/lib/threads/site'

type Props = {
  site: Pick<Site, 'name' | 'origins' | 'language' | 'webhookUrl' | 'newPagesPerDay'>
  /** Id of the edited site; undefined for a new one. */
  id?: number
  save: (state: FormState, form: FormData) => Promise<FormState>
}

const technical = { autoCapitalize: 'off', autoComplete: 'off', spellCheck: false }

export function SiteForm({ site, id, save }: Props) {
  const t = useTranslations('sitesClient')
  const values = { ...site, origins: site.origins.join('\n') }
  const field = (name: keyof typeof values) => ({
    name,
    label: t(name),
    hint: name === 'name' ? undefined : t(`${name}Hint`),
    defaultValue: values[name],
    required: name !== 'webhookUrl',
  })
  return (
    <SettingsForm
      save={save}
      hidden={{ id }}
      submit={t(id === undefined ? 'add' : 'save')}
      fields={[
        { ...field('name'), dir: 'auto', maxLength: siteLimits.nameLengthMax },
        { ...field('origins'), rows: 3, dir: 'ltr' },
        { ...field('language'), ...technical, list: 'admin-languages' },
        {
          ...field('webhookUrl'),
          ...technical,
          type: 'url',
          maxLength: siteLimits.urlLengthMax,
        },
        {
          ...field('newPagesPerDay'),
          type: 'number',
          inputMode: 'numeric',
          min: 0,
          max: siteLimits.newPagesPerDayMax,
        },
      ]}
    >
      <ChoiceLists />
    </SettingsForm>
  )
}
