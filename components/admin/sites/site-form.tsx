import { useTranslations } from 'next-intl'
import type { ComponentProps } from 'react'
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
  const field = (name: keyof Props['site']) => ({ name, label: t(name), required: true })
  const fields: ComponentProps<typeof SettingsForm>['fields'] = [
    { ...field('name'), defaultValue: site.name, dir: 'auto', maxLength: siteLimits.nameLengthMax },
    {
      ...field('origins'),
      defaultValue: site.origins.join('\n'),
      hint: t('originsHint'),
      rows: 3,
      dir: 'ltr',
    },
    {
      ...field('language'),
      ...technical,
      defaultValue: site.language,
      hint: t('languageHint'),
      list: 'admin-languages',
    },
    {
      ...field('webhookUrl'),
      ...technical,
      defaultValue: site.webhookUrl,
      required: false,
      hint: t('webhookUrlHint'),
      type: 'url',
      maxLength: siteLimits.urlLengthMax,
    },
    {
      ...field('newPagesPerDay'),
      defaultValue: site.newPagesPerDay,
      hint: t('newPagesPerDayHint'),
      type: 'number',
      inputMode: 'numeric',
      min: 0,
      max: siteLimits.newPagesPerDayMax,
    },
  ]
  return (
    <SettingsForm
      save={save}
      hidden={{ id }}
      submit={t(id === undefined ? 'add' : 'save')}
      fields={fields}
    >
      <ChoiceLists />
    </SettingsForm>
  )
}
