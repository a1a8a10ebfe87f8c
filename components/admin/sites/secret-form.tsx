'use client'
import { useTranslations } from 'next-intl'
import { useActionState } from 'react'
import { AdminForm } from '@/components/admin/admin-form'
import { AdminNotice } from '@/components/admin/admin-notice'
import { CopyField } from '@/components/admin/copy-field'

export type SecretState = { secret?: string; fault?: string }

type Props = {
  siteId: number
  kind: 'key' | 'secret'
  rotate: (state: SecretState, form: FormData) => Promise<SecretState>
}

/** Creates a new key or secret and shows it once. Without JavaScript it is a plain form. */
export function SecretForm({ siteId, kind, rotate }: Props) {
  const t = useTranslations('sitesClient')
  const [{ secret, fault }, send] = useActionState(rotate, {})
  return (
    <>
      <AdminNotice fault={fault} />
      {secret && (
        <div className="admin-notice" role="status">
          <p>{t('once')}</p>
          <CopyField text={secret} label={t(kind)} />
        </div>
      )}
      <AdminForm
        action={send}
        fields={{ id: siteId }}
        submit={t(kind === 'key' ? 'newKey' : 'newSecret')}
      />
    </>
  )
}
