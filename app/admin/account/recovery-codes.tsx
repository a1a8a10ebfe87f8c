'use client'
import { useTranslations } from 'next-intl'
import { type ReactNode, useActionState } from 'react'
import { AdminForm } from '@/components/admin/admin-form'
import { AdminNotice } from '@/components/admin/admin-notice'
import { CopyField } from '@/components/admin/copy-field'

export type RecoveryCodesState = { codes?: string[]; fault?: string }

type Props = {
  request: (before: RecoveryCodesState, form: FormData) => Promise<RecoveryCodesState>
  /** The summary under which the form is collapsed, if given. */
  summary?: string
  children: ReactNode
}

/** A form whose result, the recovery codes, replaces it and is shown once. */
export function RecoveryCodes({ request, summary, children }: Props) {
  const [{ codes, fault }, action] = useActionState(request, {})
  const t = useTranslations('recoveryCodes')
  if (codes)
    return (
      <div role="status" className="admin-notice">
        <p>{t('about')}</p>
        <CopyField text={codes.join('\n')} label={t('label')} rows={codes.length} />
        <a href="/admin/account" className="admin-button mt-3">
          {t('done')}
        </a>
      </div>
    )
  const form = (
    <>
      <AdminNotice fault={fault} />
      <AdminForm action={action} submit={t('submit')}>
        {children}
      </AdminForm>
    </>
  )
  if (summary === undefined) return form
  return (
    <details open={fault !== undefined}>
      <summary className="admin-link">{summary}</summary>
      {form}
    </details>
  )
}
