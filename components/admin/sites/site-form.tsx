'use client'
import { useTranslations } from 'next-intl'
import { useActionState } from 'react'
import { AdminField, AdminForm } from '@/components/admin/admin-form'
import { AdminNotice } from '@/components/admin/admin-notice'
import { siteLimits } from '@/lib/threads/site'

/** The fields of a site as text. Origins are one per line. */
export type SiteText = {
  name: string
  origins: string
  language: string
  webhookUrl: string
  newPagesPerDay: string
}

export type SiteFormState = {
  typed?: SiteText
  errors?: { field: string; message: string }[]
  fault?: string
}

type Props = {
  site: SiteText
  /** Id of the edited site; undefined for a new one. */
  id?: number
  save: (state: SiteFormState, form: FormData) => Promise<SiteFormState>
}

const technical = { autoCapitalize: 'off', autoComplete: 'off', spellCheck: false }

export function SiteForm({ site, id, save }: Props) {
  const t = useTranslations('sitesClient')
  const [{ typed = site, errors = [], fault }, send] = useActionState(save, {})
  const propsOf = (name: keyof SiteText) =>
    ({
      name,
      label: t(name),
      defaultValue: typed[name],
      fault: errors.find(({ field }) => field === name)?.message,
    }) as const
  return (
    // Fields use their initial value only once, so a rejected form is remounted.
    <AdminForm
      key={JSON.stringify([typed, errors])}
      action={send}
      fields={{ id }}
      submit={t(id === undefined ? 'add' : 'save')}
    >
      <AdminNotice fault={fault} />
      <AdminField {...propsOf('name')} dir="auto" required maxLength={siteLimits.nameLengthMax} />
      <AdminField {...propsOf('origins')} rows={3} required hint={t('originsHint')} dir="ltr" />
      <AdminField
        {...propsOf('language')}
        {...technical}
        list="admin-languages"
        required
        hint={t('languageHint')}
      />
      <AdminField
        {...propsOf('webhookUrl')}
        {...technical}
        type="url"
        hint={t('webhookUrlHint')}
        maxLength={siteLimits.urlLengthMax}
      />
      <AdminField
        {...propsOf('newPagesPerDay')}
        type="number"
        inputMode="numeric"
        required
        min={0}
        max={siteLimits.newPagesPerDayMax}
        hint={t('newPagesPerDayHint')}
      />
    </AdminForm>
  )
}
