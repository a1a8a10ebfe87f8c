'use client'
import { type ReactNode, useActionState } from 'react'
import { AdminForm } from '@/components/admin/admin-form'
import { Notice } from '@/components/admin/admin-notice'
import { CopyField } from '@/components/admin/copy-field'
import type { FormState } from '@/lib/errors'

type Props = {
  action: (state: FormState, form: FormData) => Promise<FormState>
  fields?: Record<string, number>
  submit: string
  /** The label of the secret, and the texts above and below it. */
  label: string
  about?: string
  hint?: string
  /** A link that follows the secret. With it, the secret replaces the form. */
  done?: ReactNode
  /** The summary under which the form is collapsed, if given. */
  summary?: string | undefined
  children?: ReactNode
}

/** Creates a secret, such as a key or a link, and shows it once. Works without JavaScript. */
export function SecretForm({ action, label, about, hint, done, summary, ...form }: Props) {
  const [{ secret, errors }, send] = useActionState(action, {})
  const fault = errors?.[0]?.message
  const shown = secret !== undefined && (
    <div role="status" className="admin-notice">
      <p>{about ?? label}</p>
      <CopyField text={secret} label={label} />
      {hint && <small>{hint}</small>}
      {done}
    </div>
  )
  if (shown && done) return shown
  const content = (
    <>
      <Notice text={fault} fault={fault} />
      {shown}
      <AdminForm action={send} {...form} />
    </>
  )
  if (summary === undefined) return content
  return (
    <details open={fault !== undefined}>
      <summary className="admin-link">{summary}</summary>
      {content}
    </details>
  )
}
