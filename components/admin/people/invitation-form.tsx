'use client'
import { useTranslations } from 'next-intl'
import { useActionState, useId } from 'react'
import { AdminField, AdminForm } from '@/components/admin/admin-form'
import { AdminNotice } from '@/components/admin/admin-notice'

type Answer = { link?: string; fault?: string }
type Props = { invite: (before: Answer, form: FormData) => Promise<Answer>; isMailed: boolean }

/** Invites an address and shows the link once. Without JavaScript it is a plain form. */
export function InvitationForm({ invite, isMailed }: Props) {
  const [{ link, fault }, action] = useActionState(invite, {})
  const id = useId()
  const t = useTranslations('peopleClient')
  return (
    <>
      <AdminNotice fault={fault} />
      {link && (
        <div className="admin-field admin-notice" role="status">
          <label htmlFor={id}>{t(isMailed ? 'mailed' : 'share')}</label>
          <input id={id} readOnly value={link} onFocus={({ target }) => target.select()} />
          <small>{t('linkHint')}</small>
        </div>
      )}
      <AdminForm action={action} submit={t('submit')}>
        <AdminField name="email" label={t('email')} type="email" autoComplete="off" required />
        <fieldset>
          <legend>{t('role')}</legend>
          {(['moderator', 'writer'] as const).map((role, index) => (
            <label key={role} className="admin-check">
              <input type="radio" name="role" value={role} defaultChecked={index === 0} />
              <span>{t(`roles.${role}`)}</span>
            </label>
          ))}
        </fieldset>
      </AdminForm>
    </>
  )
}
