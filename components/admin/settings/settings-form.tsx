'use client'
import { useTranslations } from 'next-intl'
import { type ComponentProps, type ReactNode, useActionState } from 'react'
import { AdminField, AdminForm } from '@/components/admin/admin-form'
import { AdminNotice } from '@/components/admin/admin-notice'
import { hasText } from '@/components/i18n/has-text'

/** The input of a rejected form, and the codes of its errors: names of fields, or other codes. */
export type SettingsState<Input = Record<string, string>> = { typed?: Input; faults?: string[] }

type Field = ComponentProps<typeof AdminField> & { defaultValue: string | number }
type Props = {
  /** A checkbox is on if its default value is not empty. */
  fields: Field[]
  submit: string
  save: (state: SettingsState, form: FormData) => Promise<SettingsState>
  children?: ReactNode
}

/** A settings form. A rejected one keeps its input and shows each error at its field. */
export function SettingsForm({ fields, submit, save, children }: Props) {
  const t = useTranslations('adminErrors')
  const [{ typed, faults = [] }, send] = useActionState(save, {})
  const faultOf = (name: string) =>
    faults.includes(name) && hasText(t, name) ? t(name) : undefined
  return (
    // Fields use their initial value only once, so a rejected form is remounted.
    <AdminForm key={JSON.stringify([typed, faults])} action={send} submit={submit}>
      <AdminNotice fault={faults.find((code) => fields.every(({ name }) => name !== code))} />
      {fields.map((field) => {
        const { name, label, type, defaultValue } = field
        const value = typed ? (typed[name] ?? '') : defaultValue
        return type === 'checkbox' ? (
          <label key={name} className="admin-check">
            <input type="checkbox" name={name} value="yes" defaultChecked={value !== ''} />
            <span>{label}</span>
          </label>
        ) : (
          <AdminField key={name} {...field} defaultValue={value} fault={faultOf(name)} />
        )
      })}
      {children}
    </AdminForm>
  )
}
