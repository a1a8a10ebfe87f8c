'use client'
import { type ComponentProps, type ReactNode, useActionState } from 'react'
import { AdminField, AdminForm } from '@/components/admin/admin-form'
import { Notice } from '@/components/admin/admin-notice'
import type { FormState } from '@/lib/errors'

type Field = ComponentProps<typeof AdminField> & { defaultValue: string | number }
type Props = {
  fields: Field[]
  /** Hidden fields. */
  hidden?: Record<string, number | undefined>
  submit: string
  save: (state: FormState, form: FormData) => Promise<FormState>
  children?: ReactNode
}

/** A form that keeps its input if it is rejected, and shows each error at its field. */
export function SettingsForm({ fields, hidden = {}, submit, save, children }: Props) {
  const [{ typed, errors = [] }, send] = useActionState(save, {})
  const other = errors.find(({ field }) => fields.every(({ name }) => name !== field))?.message
  return (
    // Fields use their initial value only once, so a rejected form is remounted.
    <AdminForm key={JSON.stringify([typed, errors])} action={send} fields={hidden} submit={submit}>
      <Notice text={other} fault={other} />
      {fields.map((field) => {
        const { name, defaultValue } = field
        const value = typed ? (typed[name] ?? '') : defaultValue
        const fault = errors.find((error) => error.field === name)?.message
        return <AdminField key={name} {...field} defaultValue={value} fault={fault} />
      })}
      {children}
    </AdminForm>
  )
}
