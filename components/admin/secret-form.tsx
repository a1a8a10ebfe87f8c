'use client'
import type { ReactNode } from 'react'
import { AdminForm } from '@/components/admin/admin-form'
import { Notice } from '@/components/admin/admin-notice'
import { CopyField } from '@/components/admin/copy-field'
import { useKeptForm } from '@/components/admin/kept-form'
import type { FormState } from '@/lib/errors'

type Props = {
  action: (state: FormState, form: FormData) => Promise<FormState>
  fields?: Record<string, number>
  submit: string
  /** The label of the secret, and the text above and below it. */
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
export function SecretForm({
  action,
  label,
  about,
  hint,
  done,
  summary,
  children,
  ...form
}: Props) {
  const { secret, errors, attributes } = useKeptForm(action)
  const error = errors?.[0]?.message
  const shown = secret && (
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
      {shown}
      <AdminForm {...form} {...attributes}>
        <Notice text={error} error={error} />
        {children}
      </AdminForm>
    </>
  )
  if (summary === undefined) return content
  return (
    <details open={error !== undefined}>
      <summary className="admin-link">{summary}</summary>
      {content}
    </details>
  )
}
