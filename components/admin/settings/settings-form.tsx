'use client'
import type { ComponentProps, ReactNode } from 'react'
import { AdminField, AdminForm } from '@/components/admin/admin-form'
import { Notice } from '@/components/admin/admin-notice'
import { useKeptForm } from '@/components/admin/kept-form'
import { ImageField } from '@/components/editor/images/image-field'
import type { FormState } from '@/lib/errors'

type Field = ComponentProps<typeof AdminField> & {
  defaultValue: string | number
  /** True for an image of this blog, which the owner can upload or choose. */
  isImage?: boolean
}
type Props = {
  fields: Field[]
  /** Hidden fields. */
  hidden?: Record<string, string | number | undefined>
  submit: string
  className?: string
  save: (state: FormState, form: FormData) => Promise<FormState>
  children?: ReactNode
}

/** A form that keeps its input if it is rejected, and shows each error at its field. */
export function SettingsForm({ fields, hidden = {}, save, children, ...form }: Props) {
  const { typed, errors = [], attributes } = useKeptForm(save)
  const other = errors.find(({ field }) => fields.every(({ name }) => name !== field))?.message
  // After an error, keeps the submitted hidden values too, because the input refers to them.
  const sent = Object.keys(hidden).map((name) => [name, (typed ?? hidden)[name]] as const)
  return (
    <AdminForm {...form} {...attributes} fields={Object.fromEntries(sent)}>
      <Notice text={other} error={other} />
      {fields.map((field) => {
        const { isImage = false, ...input } = field
        const { name, defaultValue } = input
        const value = typed ? (typed[name] ?? '') : defaultValue
        const error = errors.find((one) => one.field === name)?.message
        const props = { ...input, defaultValue: value, error }
        return isImage ? (
          <ImageField key={name} {...props} isOwn />
        ) : (
          <AdminField key={name} {...props} />
        )
      })}
      {children}
    </AdminForm>
  )
}
