'use client'
import { useTranslations } from 'next-intl'
import { type ReactNode, useActionState } from 'react'
import { AdminField, AdminForm } from '@/components/admin/admin-form'
import { AdminNotice } from '@/components/admin/admin-notice'
import type { BlogInput } from '@/lib/settings/blog-input'
import { blogLimits } from '@/lib/settings/blog-limits'

export type SettingsState<Input> = { typed?: Input; fault?: string }

type State = SettingsState<BlogInput>
type Props = {
  details: BlogInput
  blog: { name: string; timeZone: string }
  save: (state: State, form: FormData) => Promise<State>
  /** The datalists of its fields, `admin-languages` and `admin-time-zones`. */
  children: ReactNode
}

const technical = { autoCapitalize: 'off', autoComplete: 'off', spellCheck: false }

export function BlogForm({ details, blog, save, children }: Props) {
  const t = useTranslations('settingsClient')
  const [{ typed = details, fault }, send] = useActionState(save, {})
  const propsOf = (name: keyof BlogInput) =>
    ({ name, label: t(name), hint: t(`${name}Hint`), defaultValue: typed[name] }) as const
  return (
    // Fields use their initial value only once, so a rejected form is remounted.
    <AdminForm key={JSON.stringify(typed)} action={send} submit={t('save')}>
      <AdminNotice fault={fault} />
      <AdminField
        {...propsOf('name')}
        dir="auto"
        placeholder={details.name === '' ? blog.name : undefined}
        maxLength={blogLimits.nameLengthMax}
      />
      <AdminField {...propsOf('author')} dir="auto" maxLength={blogLimits.authorLengthMax} />
      <AdminField
        {...propsOf('description')}
        dir="auto"
        maxLength={blogLimits.descriptionLengthMax}
      />
      <AdminField {...propsOf('language')} {...technical} list="admin-languages" placeholder="en" />
      <AdminField
        {...propsOf('zone')}
        {...technical}
        list="admin-time-zones"
        placeholder={details.zone === '' ? blog.timeZone : undefined}
      />
      {children}
    </AdminForm>
  )
}
